// Texts in the user's language. For a language other than English, its file is loaded before any module with texts (load-language.ts).

/** Each text object by the name of its English original (de/texts-de.ts). */
export type Catalogue = Record<string, unknown>;

declare global {
  var stowawayTexts: Catalogue | undefined;
}

/** `english`, or the same object in the language that was loaded. */
export function translated<const Texts>(name: string, english: Texts): Texts {
  return (globalThis.stowawayTexts?.[name] ?? english) as Texts;
}

/** The shape of `Texts` in another language: the same keys, arguments and lists, with any words. */
export type Translation<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : Texts extends object
      ? { readonly [Key in keyof Texts]: Translation<Texts[Key]> }
      : Texts;

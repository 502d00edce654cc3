// Texts in the user's language. The file of a language other than English is loaded before any module with texts (load-language.ts).

/** The text objects of a language (de/german.ts). Each key is the name with which `translated` is called for the English original. */
export type Catalogue = Record<string, unknown>;

declare global {
  var stowawayTexts: Catalogue | undefined;
}

/** Returns `english`, or the same object in the language that was loaded. */
export function translated<const Texts>(name: string, english: Texts): Texts {
  return (globalThis.stowawayTexts?.[name] ?? english) as Texts;
}

/** The shape of `Texts` in another language: the same keys, arguments and lists, with any text. */
export type Translation<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : Texts extends object
      ? { readonly [Key in keyof Texts]: Translation<Texts[Key]> }
      : Texts;

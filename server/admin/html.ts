// A template tag for markup. Inserted values are escaped, unless they are markup themselves.
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, index) => string + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''));
}

function textOf(part: Part): string {
  if (part === null || part === false) return '';
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part instanceof Html ? part.text : escapeText(String(part));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

import { translated } from './translated.ts';

interface KeyHelp {
  /** Alternative keys. The keys of "g h" are pressed one after the other. */
  keys: readonly string[];
  what: string;
}

/** Texts of the help on keys. */
export const helpTexts = translated('help', {
  title: 'Keys',
  or: 'or',
  everywhere: 'Everywhere',
  player: 'While a video is open',
  note: 'Keys do nothing in fields, or together with Ctrl, Alt or ⌘.',
  search: { keys: ['/'], what: 'Search' } satisfies KeyHelp,
  pages: { keys: ['←', '→'], what: 'Previous page, next page' } satisfies KeyHelp,
  undo: { keys: ['F6'], what: 'Go to Undo' } satisfies KeyHelp,
  close: { keys: ['Esc'], what: 'Close what is open' } satisfies KeyHelp,
  help: { keys: ['?'], what: 'This list (in a video, press twice)' } satisfies KeyHelp,
  goTo: (place: string) => `Go to ${place}`,
} as const);

export type { KeyHelp };

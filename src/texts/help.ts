/** Words of the help on keys. */
interface KeyHelp {
  /** Alternatives; each is pressed as it stands, or one after the other where there are two in it ("g h"). */
  keys: readonly string[];
  what: string;
}

export const helpTexts = {
  title: 'Keys',
  or: 'or',
  everywhere: 'Everywhere',
  player: 'While a video is open',
  note: 'Keys do nothing in fields, or together with Ctrl, Alt or ⌘.',
  home: 'Home',
  pages: { keys: ['←', '→'], what: 'Page back, page on' } satisfies KeyHelp,
  undo: { keys: ['F6'], what: 'To the line with Undo' } satisfies KeyHelp,
  close: { keys: ['Esc'], what: 'Close what is open' } satisfies KeyHelp,
  help: { keys: ['?'], what: 'This list' } satisfies KeyHelp,
  goTo: (place: string) => `Go to ${place}`,
  playerKeys: [
    { keys: ['Space', 'k'], what: 'Play or pause' },
    { keys: ['←', '→'], what: '5 seconds back, 5 seconds on' },
    { keys: ['m'], what: 'Mute' },
    { keys: ['c'], what: 'Subtitles' },
    { keys: ['<', '>'], what: 'Slower, faster' },
    { keys: ['f'], what: 'Fullscreen' },
  ] satisfies readonly KeyHelp[],
} as const;

export type { KeyHelp };

/** Texts about this person's other copies on this device: of the archive under its former address, or of another archive. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const unsent = (n: number) => `${count(n)} unsent ${plural(n, 'change', 'changes')}`;
const matching = (found: number, asked: number) => `${count(found)} of ${count(asked)} ${plural(asked, 'entry', 'entries')}`;

export const otherCopyTexts = translated('otherCopy', {
  sameTitle: 'Same archive at a new address?',
  sameText: (found: number, asked: number, waiting: number) =>
    `This device keeps an earlier copy of yours. In a comparison, ${matching(found, asked)} matched this archive.${
      waiting > 0 ? ` Its ${unsent(waiting)} will be sent once it is moved.` : ''
    }`,
  move: 'Move your copy',
  moving: 'Moving',
  keepApart: 'Keep both',
  waitTitle: (n: number) => `${unsent(n)} in another copy of yours`,
  otherArchive: 'That copy belongs to a different archive. You can export or discard its unsent changes.',
  nothingKnown: 'That copy contains nothing else, so it is unclear whether it belongs to this archive. You can export or discard its unsent changes.',
  see: 'See changes',
  failed: {
    unsent: 'Newer changes have to be sent first. Try again when everything is up to date.',
    saved: 'Videos, rules or trips were saved here. Remove them on Saved first, or keep both copies.',
    full: 'There is no room left on this device. Nothing was moved.',
    changed: 'The copy could not be moved; nothing is lost. Reload the page.',
  },
  /** Shown in the settings. */
  apartTitle: 'A copy that you keep separately',
  apartHelp: (when: string, waiting: number) => `Last used ${when}. ${waiting > 0 ? `It has ${unsent(waiting)}. ` : ''}It can replace this copy.`,
  compare: 'Compare',
  notCompared: 'The server did not answer every time. Nothing was changed.',
  notSame: (found: number, asked: number) => `${matching(found, asked)} matched this archive, so the copies stay separate.`,
  nothingToCompare: 'There is nothing to compare, so the copies stay separate.',
  /** Shown on the sync sheet. */
  listTitle: (when: string) => `In another copy of yours, last used ${when}`,
  listText: 'These are not sent from here.',
  export: 'Export',
  discard: 'Discard all of these',
  discardText: 'They have not reached any server. Export them first to keep a list.',
  notDiscarded: 'They could not be discarded.',
} as const);

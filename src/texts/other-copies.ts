/** Texts about this person's other copies on this device: of the archive under its former address, or of another archive. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { changes } from './sync.ts';

const waits = (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')}`;

export const otherCopyTexts = {
  sameTitle: 'Same archive at a new address?',
  sameText: (found: number, asked: number, waiting: number) =>
    `This device keeps an earlier copy of yours. Of ${count(asked)} things that it knows, ${count(found)} ${plural(found, 'is', 'are')} here.${
      waiting > 0 ? ` ${waits(waiting)} in it, and ${plural(waiting, 'goes', 'go')} out once it is moved.` : ''
    }`,
  move: 'Move your copy',
  moving: 'Moving',
  keepApart: 'Keep apart',
  waitTitle: (n: number) => `${waits(n)} in another copy of yours`,
  otherArchive: 'It is of another archive than the one that answers here. You can export what waits, or discard it.',
  nothingKnown: 'Nothing else is in it, so nobody can tell whether this is its archive. You can export what waits, or discard it.',
  see: 'See what waits',
  failed: {
    unsent: 'What you changed since then has to be sent first. Try again when everything is up to date.',
    saved: 'Videos, rules or trips were saved since then. Remove them on Saved first, or keep the copies apart.',
    full: 'There is no room left on this device. Nothing was moved.',
    changed: 'The copy could not be moved, and nothing is lost. Load the page again.',
  },
  /** In the settings. */
  apartTitle: 'A copy that you keep apart',
  apartHelp: (when: string, waiting: number) => `Last used ${when}. ${waiting > 0 ? `${waits(waiting)} in it. ` : ''}It can take the place of this one.`,
  compare: 'Compare',
  notCompared: 'The server did not answer each time. Nothing was changed.',
  notSame: (found: number, asked: number) => `Of ${count(asked)} things that it knows, ${count(found)} ${plural(found, 'is', 'are')} here: it stays apart.`,
  nothingToCompare: 'Nothing is in it by which its archive could be told: it stays apart.',
  /** On the sync sheet. */
  listTitle: (when: string) => `In another copy of yours, last used ${when}`,
  listText: 'Nothing of it is sent from here.',
  export: 'Export',
  discard: 'Discard all of these',
  discardText: 'They have not reached any server. Export them first to keep a list.',
  notDiscarded: 'They could not be discarded.',
} as const;

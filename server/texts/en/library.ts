/** Texts of /admin/library/. `n` selects singular or plural; `countText` is the same number in the reader's format. */
import { html, type Html } from '../../admin/html.ts';
import { plural } from '../plural.ts';

const items = (n: number, countText: string) => `${countText} ${plural(n, 'item', 'items')}`;
const stay = (n: number, countText: string) => (n === 1 ? '1 stays' : `${countText} stay`);

export const library = {
  title: 'Library',
  kinds: { video: 'Video', channel: 'Channel', playlist: 'Playlist' },
  missing: {
    title: 'Missing videos',
    kept: 'Kept',
    since: (at: Html) => html`missing since ${at}`,
    nameTaken: 'Another video took its file name.',
    keep: 'Keep',
    keepOf: (title: string) => `Keep ${title}`,
    forget: 'Forget',
    forgetOf: (title: string) => `Forget ${title}`,
    forgetForGood: 'Forget for good',
    forgetHelp: 'Watched marks, positions and playlist entries are lost for good.',
    none: 'Every video has its file.',
    some: (n: number, countText: string) =>
      `The files of ${n === 1 ? '1 video' : `${countText} videos`} were not found. Marks, positions and playlist entries stay, and a video comes back when its file does. Videos you keep are never forgotten automatically.`,
    keepAll: 'Keep all',
    forgetAll: (countText: string) => `Forget all ${countText}`,
    forgetAllHelp: 'Videos you chose to keep stay, and so do those in a folder that is empty or missing.',
    nowKept: 'Kept, and not forgotten automatically.',
    notKept: (n: number, countText: string) =>
      `${n === 1 ? '1 more is' : `${countText} more are`} not kept, because ${plural(n, 'it was', 'they were')} added to the list after the page was opened.`,
    forgotten: (n: number, countText: string): string =>
      n === 0 ? 'Nothing was forgotten.' : n === 1 ? '1 video was forgotten.' : `${countText} videos were forgotten.`,
    notMissing: 'Nothing was forgotten: the video is no longer missing.',
    folderMissing: (n: number, countText: string) =>
      `${stay(n, countText)}, because the whole folder is missing or empty. You can still forget ${plural(n, 'it on its own', 'them one by one')}.`,
  },
  trash: {
    title: 'Trash',
    automatic: 'Deleted automatically',
    deleted: (at: Html) => html`Deleted ${at}`,
    daysLeft: (n: number): string => (n === 0 ? 'deleted for good within the hour' : n === 1 ? 'deleted for good in 1 day' : `deleted for good in ${n} days`),
    restore: 'Restore',
    restoreOf: (title: string) => `Restore ${title}`,
    deleteOf: (title: string) => `Delete ${title} for good`,
    deleteHelp: 'The item cannot be restored after this.',
    emptiedOn: (at: Html) => html`This was on ${at}.`,
    off: 'The trash is off: deleted items are gone for good.',
    empty: 'The trash is empty.',
    holds: (n: number, countText: string, size: string) =>
      `${items(n, countText)}, ${size}. Restored items get back their marks, positions and playlist entries.`,
    latestOf: (countText: string, all: string) => `The latest ${countText} of ${all} are shown.`,
    restoreAll: 'Restore all',
    emptyTrash: 'Empty the trash',
    emptyHelp: (n: number, countText: string) => `${items(n, countText)} ${plural(n, 'is', 'are')} deleted for good.`,
    allBack: (n: number, countText: string) => `${items(n, countText)} ${plural(n, 'is', 'are')} back.`,
    allDeleted: (countText: string) => `${countText} deleted for good.`,
    notThere: 'This is no longer in the trash.',
    strays:
      'The trash contains files that Stowaway has no record of, for example after a power cut or after an older backup was restored. They are never deleted. To get a video back, move its files into the library by hand. If another Stowaway uses this library too, they may belong to it: leave them.',
    files: (n: number, countText: string): string => (n === 1 ? '1 file' : `${countText} files`),
    moreFolders: (n: number, countText: string) => `… and ${countText} more ${plural(n, 'folder', 'folders')}.`,
    emptiedEarly: (n: number, countText: string, size: string) =>
      `The disk was almost full: ${items(n, countText)} (${size}) ${plural(n, 'was', 'were')} deleted from the trash early, for good.`,
    restored: (title: string) => `${title} is back.`,
    restoredWith: (title: string, n: number, countText: string) =>
      `${title} is back, with ${items(n, countText)} that ${plural(n, 'was', 'were')} deleted along with it.`,
    thereAgain: (title: string) => `${title} is in the archive again. What is in the trash is another copy.`,
    blocked: (title: string, files: string, n: number) =>
      `${title} was not restored: ${files} ${plural(n, 'exists already. Move or rename it', 'exist already. Move or rename them')}, then restore again.`,
    lost: (title: string, files: string, n: number) => `${title} was not restored: ${files} ${plural(n, 'is', 'are')} no longer in the trash.`,
    diskAbsent: (title: string) => `${title} was not restored: the disk with its files is not connected.`,
    folderAbsent: (title: string, folder: string) =>
      `${title} was not restored: the folder ${folder} is empty or missing, though the archive has videos in it. Connect its disk, or put any file into it if it should be empty.`,
    refused: (title: string, why: string) => `${title} was not restored: ${why}.`,
    moreProblems: (n: number) => `… and ${n} more.`,
  },
  left: {
    title: 'Files of deleted videos',
    help: 'These files were missing when their video was deleted, or are copies of it. They are left alone: import them again, or delete the files yourself.',
    again: 'Import again',
    againOf: (title: string) => `Import ${title} again`,
    notLeft: 'This file no longer belongs to a deleted video.',
    inTrash: (title: string) => `${title} is in the trash. Restore it there to keep its marks and positions.`,
    scanning: 'The library is being scanned. The video is back after that.',
  },
  keeping: {
    title: 'How long things are kept',
    trashDays: 'Days in the trash',
    trashDaysHelp: 'Deleted items can be restored for this long. 0 deletes them for good at once.',
    forgetDays: 'Days until a missing video is forgotten',
    forgetDaysHelp: 'Leave it empty to keep them all. Videos in a folder that is missing as a whole are not forgotten automatically.',
    number: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
    numberOrEmpty: (least: number, most: number) => `Enter a whole number from ${least} to ${most}, or leave it empty.`,
  },
  nothingSelected: 'Nothing was changed: nothing was selected. Reload the page.',
  clockSetBack: 'Nothing was changed, because the server’s clock was set back after the page was opened. Check the list and try again.',
  clockWasAhead: 'Nothing was changed, because the server’s clock was ahead when some of these videos went missing. Decide about the videos one by one.',
  cameLater: (n: number, countText: string) =>
    `${stay(n, countText)}, because ${plural(n, 'it was', 'they were')} added to the list after the page was opened.`,
  writing: {
    title: 'Your files',
    on: 'Descriptions and pictures are written beside your files, and embedded into them where you turned that on. An existing .info.json is updated; an existing picture stays.',
    off: 'Your files are only read. What a refresh finds out is kept in the data folder, and in backups and snapshots. If you allow it, descriptions and pictures are written beside your files, and embedded into them where you turned that on. An existing .info.json is then updated; an existing picture stays.',
    own: 'Files that Stowaway downloaded are always written.',
    stop: 'Only read my files',
    allow: 'Allow writing',
    nowOn: 'Descriptions and pictures are written beside your files from now on. Existing pictures stay.',
    nowOff: 'Your files are only read from now on. What was written before stays.',
  },
  report: {
    title: 'Last scan of the library',
    notYet: 'The library has not been scanned yet.',
    at: (at: Html, n: number, countText: string, changes: string) => html`${at}: ${countText} media ${plural(n, 'file', 'files')}, ${changes}.`,
    nothingNew: 'nothing new',
    unchanged: 'A scan that changes nothing is not recorded here.',
    brokenOff: (reason: string) => `Earlier scans failed: ${reason}.`,
    allRead: 'Every file could be read.',
    changes: { added: 'new', updated: 'changed', moved: 'moved', missing: 'missing', returned: 'found again' },
    problems: (n: number, countText: string): string => (n === 1 ? '1 file has a problem' : `${countText} files have problems`),
    triedAgain: 'Each is tried again when it changes.',
    previous: 'Previous',
    next: 'Next',
    range: (from: string, to: string, all: string) => `${from} to ${to} of ${all}`,
  },
};

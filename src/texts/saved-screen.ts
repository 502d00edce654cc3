/** Texts of the page of videos saved on this device. Loaded with that page. */
import { count } from './formats.ts';
import type { SizeUnit } from './page-formats.ts';
import { plural } from './plural.ts';
import { savedAndTotal, speed } from './saved-formats.ts';
import { translated } from './translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'video', 'videos')}`;
const copies = (n: number) => `${count(n)} saved ${plural(n, 'video', 'videos')}`;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Record<Intl.LDMLPluralRule, string> = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' };

/** "214 of 508 MB", "0.9 of 1.4 GB", "980 MB of 1.4 GB". */
const progress = (savedBytes: number, totalBytes: number, unit: SizeUnit): string => savedAndTotal(savedBytes, totalBytes, unit).join(' of ');

export const savedScreenTexts = translated('savedScreen', {
  title: 'Saved',
  lead: (n: number) => `${count(n)} ${plural(n, 'video', 'videos')} on this device. ${plural(n, 'It plays', 'They play')} with no connection.`,
  emptyTitle: 'Nothing saved yet',
  emptyText: 'Save a video offline, and it plays here without a connection.',
  toHome: 'Go Home',
  savingNow: 'Saving now',
  onDevice: 'On this device',
  notProtected: 'The browser may clear this when space runs out.',
  protect: 'Protect it',
  notGranted: 'The browser declined. It may agree once Stowaway is installed.',
  unavailable: 'This browser cannot keep videos on the device.',
  unread: {
    title: 'Your saved videos could not be read',
    text: 'Another Stowaway tab or window may be blocking them. Close the others, then try again. What is saved stays on this device.',
    tryAgain: 'Try again',
  },
  meter: {
    title: 'Storage',
    allowed: (size: string) => `of ${size} you allow`,
    used: 'used by saved videos',
    change: 'Change',
    videos: 'Videos',
    toCome: 'Still to save',
    catalogue: 'Catalogue',
    others: 'Other accounts',
    free: 'Free',
    isProtected: 'Protected from clean-up',
    watched: (n: number) => `${copies(n)} ${plural(n, 'is', 'are')} watched.`,
    frees: (n: number, size: string) => `Removing ${plural(n, 'it', 'them')} frees ${size}.`,
    removeWatched: 'Remove watched',
    left: (left: string, allowed: string) => `${left} left of ${allowed}.`,
    paused: 'Saving is paused until there is room.',
    makeRoom: 'Make room',
  },
  data: {
    used: (size: string, day: string) => `Saving has used ${size} of data since ${day}.`,
    none: (day: string) => `Saving has used no data since ${day}.`,
    startAgain: 'Reset counter',
    startsAgain: 'Counter reset.',
  },
  allowance: {
    title: 'Space for saved videos',
    use: (used: string, allowed: string) => `${used} used of ${allowed}.`,
    useUnknown: (used: string) => `${used} used.`,
    label: 'Saved videos may use',
    help: (free: string) => `This browser would give Stowaway ${free} more. What is already saved stays, even above your limit.`,
    helpUnknown: 'What is already saved stays, even above your limit.',
    usual: 'As the browser allows',
    done: 'Done',
  },
  line: {
    next: 'Next in line',
    nth: (place: number) => `${count(place)}${endings[ordinals.select(place)]} in line`,
    preparing: 'Getting ready',
    checking: 'Checking every byte',
    progress,
    stoppedAt: (percent: number) => `Stopped at ${percent}%`,
    speed,
    secondsLeft: (seconds: number) => {
      if (seconds < 50) return `${Math.max(1, Math.round(seconds / 10)) * 10} s left`;
      const minutes = Math.max(1, Math.round(seconds / 60));
      return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
    },
    sizeUnknown: 'size unknown',
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    allPaused: 'All paused',
    first: 'Save first',
    up: 'Move up',
    down: 'Move down',
    cancel: 'Cancel',
    logIn: 'Log in',
    movedTo: (title: string, place: number, all: number) => `${title}, now ${count(place)} of ${count(all)}`,
    ios: 'Saving pauses when you leave Stowaway and resumes when you return.',
    iosTab: 'The app on the home screen does not have videos that you save in this tab, and iOS may clear them. Add Stowaway to the home screen first.',
    closed: 'Saving continues while Stowaway is open in a tab.',
  },
  switches: {
    wifi: 'Save on Wi-Fi only',
    wifiHelp: 'Saving waits on mobile networks and while the browser’s data saver is on.',
    wifiUnknown: 'This browser does not say which network it is on. Saving waits only while its data saver is on.',
    once: 'Use this network once',
    screen: 'Keep the screen on until it is saved',
    screenHelp: 'For this tab. Many phones stop saving when the screen goes dark.',
  },
  tags: {
    paused: 'Paused',
    offline: 'Waiting for the server',
    'signed-out': 'Log in to continue',
    'storage-full': 'Not enough space',
    gone: 'Gone from the server',
    pinned: 'Pinned',
    missing: (urls: readonly string[]) => (urls.some((url) => /\.vtt(\?|$)/i.test(url)) ? 'Subtitles missing' : 'A picture is missing'),
    update: 'Update available',
  },
  list: {
    filters: 'Show',
    all: 'All',
    unwatched: 'Unwatched',
    watched: (n: number) => `Watched ${count(n)}`,
    pinned: (n: number) => `Pinned ${count(n)}`,
    attention: (n: number) => `Changed on the server ${count(n)}`,
    sort: 'Sort by',
    sorts: { newest: 'Newest saved', oldest: 'Oldest saved', largest: 'Largest', title: 'Title', room: 'Watched, then largest' },
    find: 'Find in saved videos',
    none: 'Nothing here matches.',
    select: 'Select saved videos',
    pin: 'Pin',
    unpin: 'Unpin',
    update: 'Update',
    updateFailed: (reason: string) => `Update failed: ${reason}`,
    cancelUpdate: 'Cancel update',
    export: 'Export as a file',
    pickOne: 'Select',
    remove: 'Remove',
    removeFrees: (size: string) => `Remove, frees ${size}`,
    removedMany: (n: number) => `${videos(n)} removed from this device.`,
    unknown: (videoId: string) => `Video ${videoId}`,
  },
  check: {
    start: 'Check saved videos',
    help: 'Reads every byte back and compares it with what came from the server.',
    progress: (done: number, all: number) => `Checked ${count(done)} of ${videos(all)}`,
    whole: (n: number) => (n === 1 ? 'The video is intact.' : `All ${count(n)} are intact.`),
    damaged: (n: number, all: number) => `${count(n)} of ${videos(all)} ${plural(n, 'is', 'are')} damaged. Save ${plural(n, 'it', 'them')} again above.`,
    unread: (n: number, all: number) => `${count(n)} of ${videos(all)} could not be read. Check again later.`,
    failed: 'The check failed.',
    kept: (n: number) => `${count(n)} damaged ${plural(n, 'video stays', 'videos stay')}: the server cannot replace ${plural(n, 'it', 'them')} now.`,
  },
  device: {
    title: 'Saved videos',
    open: (n: number) => (n === 0 ? 'Open Saved' : `Open Saved (${videos(n)})`),
    address: (host: string) => `These copies belong to ${host}. The same server at another address has its own copies.`,
  },
  export: {
    nothing: 'The copy could not be read.',
    started: 'Exporting. Your browser shows where the file goes.',
  },
  empty: { pick: 'Pick from Continue Watching' },
} as const);

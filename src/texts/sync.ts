/** Words about the connection, what waits, and how old this copy is (docs/look-and-feel.md, The chip). */
import { count, duration } from './formats.ts';
import { plural } from './plural.ts';

const changes = (n: number) => `${count(n)} ${plural(n, 'change', 'changes')}`;

export const syncTexts = {
  chip: {
    upToDate: 'Up to date',
    syncing: (n: number) => `Syncing ${count(n)}`,
    offline: 'Offline',
    away: 'Server away',
    captive: 'Sign in to the Wi-Fi',
    logIn: 'Log in to sync',
    needsYou: (n: number) => `${count(n)} ${plural(n, 'needs', 'need')} you`,
    waiting: (n: number) => `${count(n)} waiting to sync`,
    /** The whole of it, for the chip's name and the live region. */
    spoken: (state: string, waiting: number) => (waiting > 0 ? `${state}, ${changes(waiting)} waiting to sync` : state),
  },
  synced: (when: string) => `Synced ${when}`,
  neverSynced: 'Not synced yet',
  banner: {
    offline: (from: string | null) => (from ? `Offline. This is your copy from ${from}.` : 'Offline.'),
    away: (from: string | null) => (from ? `Your server isn't answering. This is your copy from ${from}.` : "Your server isn't answering."),
    waiting: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} to sync.`,
    captive: 'This Wi-Fi wants you to sign in first.',
    captiveText: 'Your archive is out of reach until then.',
    openPortal: 'Open its page',
    signedOut: "You've been signed out.",
    signedOutText: (waiting: number) =>
      waiting > 0 ? `Keep browsing your copy. Log in to send ${changes(waiting)}.` : 'Keep browsing your copy. Log in to sync again.',
    logIn: 'Log in',
    back: (sent: number) => (sent > 0 ? `Back in touch. ${changes(sent)} sent.` : 'Back in touch.'),
    insecure: 'Nothing is kept for offline use at this address.',
    insecureText: 'Browsers do that only over https, or on the machine itself.',
  },
  sheet: {
    title: 'Sync',
    upToDate: 'Up to date',
    syncing: (n: number) => `Sending ${changes(n)}`,
    offlineSince: (when: string) => `Offline since ${when}`,
    awaySince: (when: string) => `Your server hasn't answered since ${when}`,
    captive: 'This Wi-Fi wants you to sign in first',
    signedOut: "You've been signed out",
    degraded: 'Your server answers, but not every time',
    waiting: (n: number) => `${changes(n)} to send`,
    waitHere: (n: number) =>
      `${changes(n)} ${plural(n, 'waits', 'wait')} on this device. ${plural(n, 'It goes', 'They go')} out on ${plural(n, 'its', 'their')} own when the server answers.`,
    waitForLogin: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} on this device. Log in to send ${plural(n, 'it', 'them')}.`,
    nothingWaits: 'Nothing waits on this device.',
    goOutOnTheirOwn: 'They go out on their own when the server answers.',
    needsYou: 'Needs you',
    waitingList: 'Waiting to sync',
    sending: 'being sent',
    thisCopy: 'This copy',
    videos: 'Videos',
    channels: 'Channels',
    copyOf: (n: number, when: string | null) => (when ? `${count(n)} · ${when}` : count(n)),
    lastAnswer: 'Last answer of the server',
    never: 'never',
    discardAll: 'Discard all',
    tryNow: 'Try now',
    retry: 'Retry',
    discard: 'Discard',
    discardOne: (what: string) => `Discard this change: ${what}`,
    discardQuestion: (n: number) => `Discard ${changes(n)}?`,
    discardText: (n: number) => `${plural(n, 'It has', 'They have')} not reached the server.`,
    keep: 'Keep',
  },
  parked: {
    /** The server's own words. */
    said: (message: string) => `The server said: ${message}`,
    forbidden: 'The server said: Forbidden. This account can’t do that.',
    gone: 'It is no longer in the archive.',
    ask: 'It was changed on another device meanwhile. Retry sends yours all the same.',
    refused: 'The server refused it.',
  },
  change: {
    markedWatched: 'Marked watched',
    markedUnwatched: 'Marked unwatched',
    channelWatched: 'Marked all of a channel watched',
    channelUnwatched: 'Marked all of a channel unwatched',
    playlistWatched: 'Marked all of a playlist watched',
    playlistUnwatched: 'Marked all of a playlist unwatched',
    progress: (seconds: number) => `Progress ${duration(seconds)}`,
  },
} as const;

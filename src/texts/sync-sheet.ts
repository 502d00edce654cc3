/** Texts of the sync sheet, except those that the first frame needs. */
import { count, duration } from './formats.ts';
import { plural } from './plural.ts';
import { changes } from './sync.ts';
import { translated } from './translated.ts';

interface Marked {
  isWatched: boolean;
}

interface Subscribed {
  isSubscribed: boolean;
}

const line = <Icon extends string>(icon: Icon, label: string) => ({ icon, label });
const mark = (isWatched: boolean, watched: string, unwatched: string) => (isWatched ? line('eye', watched) : line('eye-struck', unwatched));
const leftAlone = (n: number) =>
  `${count(n)} ${plural(n, 'video that was added or changed since then was', 'videos that were added or changed since then were')} not marked.`;
const queueTexts = { pending: 'Back to the queue', ignore: 'Ignored in the queue', priority: 'Download now', forgotten: 'Forgotten in the queue' };

export const syncSheetTexts = translated('syncSheet', {
  sheet: {
    title: 'Sync',
    upToDate: 'Up to date',
    syncing: (n: number) => `Sending ${changes(n)}`,
    offlineSince: (when: string) => `Offline since ${when}`,
    awaySince: (when: string) => `Your server hasn’t answered since ${when}`,
    captive: 'This Wi-Fi wants you to sign in first',
    proxyLogin: 'Your server is behind a sign-in page',
    signedOut: 'You’ve been signed out',
    degraded: 'Your server answers, but not every time',
    waiting: (n: number) => `${changes(n)} to send`,
    waitHere: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} on this device. ${plural(n, 'It is', 'They are')} sent when the server answers.`,
    waitForLogin: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} on this device. Log in to send ${plural(n, 'it', 'them')}.`,
    nothingWaits: 'Nothing is waiting on this device.',
    ofOtherVersion: (n: number) => `${changes(n)} from another version of the app`,
    waitForVersion: (n: number) => `${plural(n, 'It is', 'They are')} sent when the app is up to date.`,
    changesForVersion: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} for another version of the app.`,
    goOutOnTheirOwn: (n: number) => `${plural(n, 'It is', 'They are')} sent when the server answers.`,
    restIsSent: 'Everything else is sent.',
    needsYou: 'Needs you',
    waitingList: 'Waiting to sync',
    sending: 'being sent',
    serverFails: 'The server keeps failing on this change. It is retried automatically.',
    waitsForVersion: 'This version of the app does not know this change. It is sent when the app is up to date.',
    waitsBehindVersion: 'Waits for an earlier change, made by another version of the app.',
    waitsForRefused: (subject: string) => `Waits for “${subject}”, which the server refused.`,
    behindRefused: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} for what the server refused.`,
    thisCopy: 'This copy',
    videos: 'Videos',
    channels: 'Channels',
    copyOf: (n: number, when: string | null) => (n === 0 ? 'none copied yet' : when ? `${count(n)} · ${when}` : count(n)),
    lastAnswer: 'Last contact',
    never: 'never',
    discardAll: 'Discard all',
    tryNow: 'Try now',
    syncNow: 'Sync now',
    retry: 'Retry',
    discard: 'Discard',
    discardOne: (what: string) => `Discard this change: ${what}`,
    discardQuestion: (n: number) => `Discard ${changes(n)}?`,
    discardText: (n: number) => `${plural(n, 'It has', 'They have')} not reached the server.`,
    keep: 'Keep',
  },
  /** Changes that were not sent to any server. */
  unsent: {
    export: (n: number) => `Export ${changes(n)} to a file`,
    fileName: 'unsent-changes.json',
    notExported: 'They could not be exported.',
  },
  /** The next step for a waiting change. */
  next: {
    offline: 'Waits for a network.',
    unreachable: 'Waits for your server to answer.',
    captive: 'Waits until you have signed in to this Wi-Fi.',
    'proxy-login': 'Waits until you have signed in to your server.',
    'signed-out': 'Waits until you log in.',
    due: 'Sent next.',
    soon: 'Sent in a few seconds.',
    againSoon: 'Tried again within a minute.',
    againAt: (when: string) => `Tried again at ${when}.`,
  },
  /** The effects of Retry and Discard, for each reason why a change is parked. */
  choices: {
    forbidden: 'Retry once this account has permission. Discard keeps the server’s version.',
    refused: 'Retry sends it once more as it is. Discard keeps what the server has.',
    gone: 'Retry sends it once more. Discard drops it.',
    ask: 'Retry sends yours anyway. Discard keeps what the other device did.',
    unsure: 'Retry does it once more. Discard leaves things as they are.',
    also: (n: number) => `Both also apply to ${changes(n)} that ${plural(n, 'depends', 'depend')} on it.`,
  },
  history: {
    title: (n: number) => `Last sent (${count(n)})`,
    sent: 'Sent.',
    there: 'Already on the server.',
    superseded: 'Not sent: a change made elsewhere takes precedence.',
    made: (when: string) => `Made ${when}.`,
  },
  /** Shown in a toast after a mark of a whole channel or playlist was sent. `n`: the number of videos that were not marked. */
  leftAloneToast: (n: number) => `Your mark for a whole channel or playlist was sent. ${leftAlone(n)}`,
  /** The same text without its first sentence, shown with the mark in the list of sent changes. */
  leftAlone,
  parked: {
    /** The server's own message. */
    said: (message: string) => `The server said: ${message}`,
    forbidden: 'The server said: Forbidden. This account can’t do that.',
    gone: 'No longer in the archive.',
    ask: 'Changed on another device since then.',
    refused: 'The server refused this change.',
    unsure: 'The server’s answer was lost. The server may have made this change already.',
  },
  /** The user's action, by the kind of the change; shown with its icon. */
  kinds: {
    'mark-video-watched': ({ isWatched }: Marked) => mark(isWatched, 'Marked watched', 'Marked unwatched'),
    'mark-channel-watched': ({ isWatched }: Marked) => mark(isWatched, 'Marked all of a channel watched', 'Marked all of a channel unwatched'),
    'mark-playlist-watched': ({ isWatched }: Marked) => mark(isWatched, 'Marked all of a playlist watched', 'Marked all of a playlist unwatched'),
    'save-progress': ({ positionSeconds }: { positionSeconds: number }) =>
      line('clock', positionSeconds === 0 ? 'Position forgotten' : `Progress ${duration(positionSeconds)}`),
    'subscribe-channel': ({ isSubscribed }: Subscribed) => line('channels', isSubscribed ? 'Subscribed' : 'Unsubscribed'),
    'subscribe-playlist': ({ isSubscribed }: Subscribed) => line('playlists', isSubscribed ? 'Subscribed' : 'Unsubscribed'),
    'add-subscription': ({ of }: { of: 'channel' | 'playlist' }) => line(of === 'channel' ? 'channels' : 'playlists', 'Subscribed'),
    'create-playlist': () => line('playlists', 'New playlist'),
    'change-membership': ({ isMember }: { isMember: boolean }) => line('playlists', isMember ? 'Added to a playlist' : 'Removed from a playlist'),
    'order-playlist': () => line('playlists', 'Moved in a playlist'),
    'sort-playlist': () => line('playlists', 'Sort order of a playlist'),
    'set-config': () => line('settings', 'Setting'),
    'ignore-video': ({ isOnceDeleted }: { isOnceDeleted?: true }) =>
      line('eye-struck', isOnceDeleted ? 'Not to be downloaded again, if it was deleted' : 'Not to be downloaded again'),
    'add-downloads': () => line('downloads', 'Added to the queue'),
    'change-download': ({ to }: { to: keyof typeof queueTexts }) => line('downloads', queueTexts[to]),
  },
  change: {
    ofOtherVersion: 'Made by another version of the app',
    lines: (first: string, n: number) => (n > 1 ? `${first} and ${count(n - 1)} more` : first),
  },
} as const);

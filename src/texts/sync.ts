/** Texts about the connection, waiting changes, and the age of this copy (docs/look-and-feel.md, The chip). */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const changes = translated('changes', (n: number) => `${count(n)} ${plural(n, 'change', 'changes')}`);

export const syncTexts = translated('sync', {
  chip: {
    upToDate: 'Up to date',
    syncing: (n: number) => `Syncing ${count(n)}`,
    offline: 'Offline',
    away: 'Server unreachable',
    captive: 'Sign in to the Wi-Fi',
    proxyLogin: 'Sign in to your server',
    logIn: 'Log in to sync',
    update: 'Update to sync',
    needsYou: (n: number) => `${count(n)} ${plural(n, 'needs', 'need')} you`,
    waiting: (n: number) => `${count(n)} waiting to sync`,
    /** The full text, for the chip's name and the live region. */
    spoken: (state: string, waiting: number) => (waiting > 0 ? `${state}, ${changes(waiting)} waiting to sync` : state),
  },
  synced: (when: string) => `Synced ${when}`,
  neverSynced: 'Not synced yet',
  /** While the archive answers, but nothing of it is on this device yet. */
  connected: 'Connected',
  nothingCopied: 'Nothing is copied to this device yet.',
  banner: {
    offline: (from: string | null) => (from ? `Offline. This is your copy from ${from}.` : 'Offline.'),
    away: (from: string | null) => (from ? `Your server isn’t answering. This is your copy from ${from}.` : 'Your server isn’t answering.'),
    waiting: (n: number) => `${changes(n)} ${plural(n, 'waits', 'wait')} to sync.`,
    plays: (n: number) => `${count(n)} ${plural(n, 'video plays', 'videos play')} from this device.`,
    savedPlay: 'Saved videos play.',
    /** `action`: label of the link to the page that answers in the archive's place. */
    captive: { title: 'This Wi-Fi wants you to sign in first.', action: 'Open its page' },
    'proxy-login': { title: 'Your server is behind a sign-in page.', action: 'Sign in' },
    /** The text for both `captive` and `proxy-login`. */
    outOfReach: 'Your archive is out of reach until you sign in.',
    signedOut: 'You’ve been signed out.',
    signedOutText: (waiting: number) =>
      waiting > 0 ? `Keep browsing your copy. Log in to send ${changes(waiting)}.` : 'Keep browsing your copy. Log in to sync again.',
    logIn: 'Log in',
    back: (sent: number) => (sent > 0 ? `Back online. ${changes(sent)} sent.` : 'Back online.'),
  },
} as const);

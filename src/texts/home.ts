/** Texts of the home screen. */
import { translated } from './translated.ts';

export const homeTexts = translated('home', {
  title: 'Home',
  continueWatching: 'Continue Watching',
  showAll: 'Show all',
  showLess: 'Show less',
  /** `back` and `forward` are the labels of the buttons that scroll the row. */
  back: 'Back',
  forward: 'More',
  removeFromContinue: 'Remove from Continue Watching',
  removedFromContinue: 'Removed from Continue Watching.',
  recentVideos: 'Recent Videos',
  emptyForStaff: 'Point the server at a folder of downloads, or paste links into its queue.',
  loading: 'Loading videos',
  /** The channel's name is isolated. Otherwise a name in a right-to-left script would change places with the time. */
  featured: (channel: string, timeLeft: string) => `\u2068${channel}\u2069 · ${timeLeft}`,
} as const);

import { translated } from './translated.ts';

/** Texts of the About page. */
export const aboutTexts = translated('about', {
  title: 'About',
  lead: 'A calm place for the videos you keep. It opens from this device first, and syncs when your archive answers.',
  version: 'Version',
  archive: 'Archive',
  client: 'This client',
  update: 'Update',
  /** Does not say “up to date”, because this text is also shown for an archive that never looks for updates. */
  noUpdate: 'No newer version is known',
  links: 'Links',
  source: 'Source',
  donate: 'Donate',
  thisDevice: 'On this device',
  storage: 'Storage used',
  storageUnknown: 'not reported by this browser',
  videos: 'Videos',
  channels: 'Channels',
  lastAnswer: 'Last contact',
  never: 'never',
  address: 'Address',
} as const);

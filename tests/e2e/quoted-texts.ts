// Every text that the specification quotes and a user can read. Browser tests call `expectQuotedText` to check a text and to report it as
// seen. The reporter prints how many texts were seen. It fails a run of all tests if a text of a built screen was not seen.
import { expect, test, type Locator } from '@playwright/test';

interface QuotedText {
  /** The section of the specification that quotes the text. */
  section: string;
  /** Whether the text's screen is built, so that some test must see the text. */
  isBuilt: boolean;
}

export const quotedTexts = {
  Oops: { section: '2', isBuilt: true },
  'That page does not exist': { section: '2', isBuilt: true },
  'That playlist does not exist': { section: '2', isBuilt: true },
  'Page N': { section: '2 Home', isBuilt: true },
  'No channels found...': { section: '2 Channel list', isBuilt: true },
  'No playlists found...': { section: '2 Playlist list', isBuilt: true },
  'Reindex scheduled': { section: '2 Single playlist', isBuilt: true },
  'No videos found...': { section: '2 Search', isBuilt: true },
  'No fulltext results found.': { section: '2 Search', isBuilt: true },
  'No recent downloads': { section: '2 Dashboard', isBuilt: true },
  'Loading...': { section: '2 Dashboard', isBuilt: true },
  Deactivated: { section: '2 Video page', isBuilt: true },
  'N replies': { section: '2 Video page', isBuilt: true },
  'Video has no comments': { section: '2 Video page', isBuilt: true },
  'Video for cast not found...': { section: '2 Video page', isBuilt: true },
  'No video found.': { section: '2 Video page', isBuilt: true },
  'Failed to login.': { section: '2 Login', isBuilt: true },
  'Waiting for backend': { section: '2 Login', isBuilt: true },
  'Channel not found!': { section: '2 Channel shell', isBuilt: true },
  Forget: { section: '2 Downloads queue', isBuilt: true },
  'No backups found.': { section: '2 Actions page', isBuilt: true },
  'Processing import': { section: '2 Actions page', isBuilt: true },
  'Processing thumbnails': { section: '2 Actions page', isBuilt: true },
  'Backing up archive': { section: '2 Actions page', isBuilt: true },
  'Restoring from backup': { section: '2 Actions page', isBuilt: true },
  'File system scan in progress': { section: '2 Actions page', isBuilt: true },
  'An error occurred while processing the request.': { section: '8', isBuilt: true },
  'Unauthorized: Redirecting to login.': { section: '8', isBuilt: true },
  'Forbidden: Access denied.': { section: '8', isBuilt: true },
  'error fetching data: ...': { section: '8', isBuilt: true },
  'Unknown Error': { section: '8', isBuilt: true },
  'Error {status}: {message}': { section: '8', isBuilt: true },
  'An unexpected error occurred.': { section: '8', isBuilt: true },
  'Error: {message}': { section: '8', isBuilt: true },
  'Test notification failed': { section: '8', isBuilt: true },
  'An unexpected error occurred while testing notification.': { section: '8', isBuilt: true },
  'Unable to enter fullscreen': { section: '8', isBuilt: true },
  'Unable to exit fullscreen': { section: '8', isBuilt: true },
  '10000+': { section: '9', isBuilt: true },
} as const satisfies Record<string, QuotedText>;

export type QuotedTextKey = keyof typeof quotedTexts;

export const annotation = 'quoted-text';

/** Expects the text on the page, and reports it as seen. */
export async function expectQuotedText(key: QuotedTextKey, locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  test.info().annotations.push({ type: annotation, description: key });
}

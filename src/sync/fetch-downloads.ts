// The calls for a page of the archive's download queue: one chunk, loaded with the first such page.
export { applyDownloadList } from '../mirror/apply-downloads.ts';
export { listDownloads } from '../network/download-api.ts';

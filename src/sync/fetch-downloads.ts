// What a page of the archive's queue needs, as one chunk that is loaded with the first of them.
export { applyDownloadList } from '../mirror/apply-downloads.ts';
export { listDownloads } from '../network/download-api.ts';

// What is shown of the archive's own queue: its items as they were last sent and, on top, what a person wants of them.
// Folded when it is read, as channels and playlists are (docs/decisions/204). Called by the queries, the mutations and sync.
import { foldEntity, type MutationKinds } from './mutation-kinds.ts';
import type { DownloadRow, OutboxRow } from './rows.ts';

/** Null: it is forgotten, or this device never knew it. */
export function foldDownload(
  kinds: MutationKinds,
  archived: DownloadRow | undefined,
  rows: readonly Pick<OutboxRow, 'state' | 'mutation'>[],
): DownloadRow | null {
  return foldEntity(kinds, 'download', archived?.videoId ?? '', archived, rows) ?? null;
}

/** The filters of the queue's list, in our words. */
export interface DownloadFilters {
  status: DownloadRow['status'];
  channelId?: string;
  kind?: DownloadRow['kind'];
  hasError?: boolean;
  /** Words of the title, in order. */
  text?: string;
}

/** As the archive takes them, in one fixed order. */
export function downloadListFilters({ status, channelId, kind, hasError, text }: DownloadFilters): string {
  const search = new URLSearchParams({ filter: status });
  if (channelId) search.set('channel', channelId);
  if (kind) search.set('vid_type', kind);
  if (hasError !== undefined) search.set('error', String(hasError));
  if (text) search.set('q', text);
  return search.toString();
}

/** The archive's own rule for a text is by words; here, for what is put together without it, the beginning of any will do. */
export function isOfFilters(item: DownloadRow, { status, channelId, kind, hasError, text }: DownloadFilters): boolean {
  if (item.status !== status || (channelId && item.channelId !== channelId) || (kind && item.kind !== kind)) return false;
  if (hasError !== undefined && (item.message !== null) !== hasError) return false;
  return !text || ` ${item.title}`.toLocaleLowerCase().includes(` ${text.trim().toLocaleLowerCase()}`);
}

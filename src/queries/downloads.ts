import type { DownloadCounts, DownloadRow } from '../mirror/rows.ts';
import {
  downloadCountsStore,
  downloadErrorsStore,
  downloadListStore,
  downloaderNoticesStore,
  downloaderTroubleStore,
  knownQueueCountsStore,
  pendingDownloadLinesStore,
  type DownloaderNotices,
  type DownloadErrors,
  type DownloadListQuery,
  type DownloadPage,
  type KnownQueueCounts,
} from './download-stores.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import type { View } from './views.ts';

/** A page of the archive's own queue, with pending changes folded in. */
export function useDownloadList(query: DownloadListQuery): View<DownloadPage> {
  return useStore(downloadListStore(useMirror(), query));
}

/** How many items have this status, by channel. */
export function useDownloadCounts(status: DownloadRow['status']): View<DownloadCounts> {
  return useStore(downloadCountsStore(useMirror(), status));
}

/** How many items of the queue have failed. */
export function useDownloadErrors(): View<DownloadErrors> {
  return useStore(downloadErrorsStore(useMirror()));
}

/** How many items wait in the queue and how many of them have failed, without asking the archive. */
export function useKnownQueueCounts(): KnownQueueCounts {
  return useStore(knownQueueCountsStore(useMirror()));
}

/** Why the archive's downloader is not ready, in the archive's own words; null if it is ready or its state is unknown. */
export function useDownloaderTrouble(): string | null {
  return useStore(downloaderTroubleStore(useMirror()));
}

/** The sites that the archive does not contact for now, and its warnings. */
export function useDownloaderNotices(): DownloaderNotices {
  return useStore(downloaderNoticesStore(useMirror()));
}

/** Lines of the add form that wait to be sent. */
export function usePendingDownloadLines(): string[] {
  return useStore(pendingDownloadLinesStore(useMirror()));
}

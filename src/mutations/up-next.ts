// The videos that play next (src/lib/up-next.ts): one document on this device, never sent to the archive. It survives a reload and is the
// same in every tab.
import { withPage, maxQueueLength, type PlaybackQueuePage } from '../lib/playback-queue-pages.ts';
import {
  withLoop,
  withMoved,
  emptyUpNext,
  withQueued,
  createPlaybackQueue,
  afterStarted,
  withShuffle,
  type UnreadPages,
  type PlaybackQueue,
  type UpNext,
  type UpNextVideo,
} from '../lib/up-next.ts';
import Dexie from 'dexie';
import type { VideoKind } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import { videoListFilters } from '../mirror/list-keys.ts';
import type { Undo } from './undo.ts';

/** Atomic over all tabs, so that videos that another tab queued meanwhile are kept. Resolves to the previous state. */
export async function updateUpNext({ db, clock }: Mirror, step: (upNext: UpNext) => UpNext): Promise<UpNext> {
  return db.transaction('rw', db.documents, async () => {
    const row = await db.documents.get('up-next');
    const previousState = row?.key === 'up-next' ? row.value : emptyUpNext;
    const newState = step(previousState);
    if (newState !== previousState) await db.documents.put({ key: 'up-next', value: newState, fetchedAtMs: clock.now() });
    return previousState;
  });
}

export async function addToQueue(mirror: Mirror, { videoId, title }: UpNextVideo, where: 'first' | 'last'): Promise<Undo> {
  const entry = { entryId: mirror.newKey(), videoId, title };
  await updateUpNext(mirror, (upNext) => withQueued(upNext, entry, where));
  return () => removeFromQueue(mirror, entry.entryId);
}

export async function removeFromQueue(mirror: Mirror, entryId: string): Promise<void> {
  await updateUpNext(mirror, (upNext) => ({ ...upNext, queue: upNext.queue.filter((entry) => entry.entryId !== entryId) }));
}

/** @param to the entry's resulting index */
export async function moveInQueue(mirror: Mirror, entryId: string, to: number): Promise<void> {
  await updateUpNext(mirror, (upNext) => withMoved(upNext, entryId, to));
}

/** @param shownId the video in the player, which stays in the history */
export async function clearPlayHistory(mirror: Mirror, shownId: string | undefined): Promise<void> {
  await updateUpNext(mirror, (upNext) => ({ ...upNext, history: upNext.history.filter(({ videoId }) => videoId === shownId) }));
}

export interface PlaybackQueueOptions {
  origin: PlaybackQueue['origin'];
  /** The playable videos of `origin`, in the archive's order. */
  videos: readonly UpNextVideo[];
  isShuffled: boolean;
  /** The video to begin with. */
  firstId?: string;
  /** The pages of a channel's list on the archive that are still to be read. */
  pages?: UnreadPages;
}

/** Plays through a playlist or channel. Resolves to the id of the video to open; null if there is none. */
export async function startPlaybackQueue(mirror: Mirror, { origin, videos, isShuffled, firstId, pages }: PlaybackQueueOptions): Promise<string | null> {
  if (videos.length === 0) return null;
  const playback = { ...createPlaybackQueue(origin, videos, isShuffled, Math.random, firstId), ...(pages ? { coming: pages } : {}) };
  await updateUpNext(mirror, (upNext) => ({ ...upNext, run: playback }));
  return playback.videos[playback.order[playback.at] ?? 0]?.videoId ?? null;
}

export interface ChannelPlaybackOptions {
  channelId: string;
  name: string;
  kind: VideoKind;
  isShuffled: boolean;
}

/** Like `startPlaybackQueue`, but begins with the videos that this device knows, newest first; `extendPlaybackQueue` appends the rest. */
export async function startChannelPlayback(mirror: Mirror, { channelId, name, kind, isShuffled }: ChannelPlaybackOptions): Promise<string | null> {
  const { db } = mirror;
  const knownCards = db.videoCards.where('[channelId+publishedAt]').between([channelId, Dexie.minKey], [channelId, Dexie.maxKey]).reverse();
  const cards = await knownCards.limit(maxQueueLength).toArray();
  const videos = cards.filter((card) => card.kind === kind && card.missingSince === undefined).map(({ videoId, title }) => ({ videoId, title }));
  const pages = { filters: videoListFilters({ channelId, kind }), offset: 0, listedCount: 0, sinceMs: mirror.clock.now() };
  return startPlaybackQueue(mirror, { origin: { kind: 'channel', id: channelId, name }, videos, isShuffled, pages });
}

/** Appends the next page of the playback queue. Does nothing if the page is not the expected one, or the queue has been replaced. */
export async function extendPlaybackQueue(mirror: Mirror, unread: UnreadPages, page: PlaybackQueuePage): Promise<void> {
  await updateUpNext(mirror, (upNext) => {
    const { run: playback } = upNext;
    const isExpected = playback?.coming?.filters === unread.filters && playback.coming.offset === unread.offset && playback.coming.sinceMs === unread.sinceMs;
    return isExpected ? { ...upNext, run: withPage(playback, page, Math.random) } : upNext;
  });
}

export async function setShuffled(mirror: Mirror, isShuffled: boolean): Promise<void> {
  await updateUpNext(mirror, (upNext) => ({ ...upNext, run: upNext.run && withShuffle(upNext.run, isShuffled, Math.random) }));
}

export async function setLooped(mirror: Mirror, isLooped: boolean): Promise<void> {
  await updateUpNext(mirror, (upNext) => ({ ...upNext, run: upNext.run && withLoop(upNext.run, isLooped, Math.random) }));
}

/** Drops the playback queue. The undo does not replace a playback queue that was started since. */
export async function endPlaybackQueue(mirror: Mirror): Promise<Undo> {
  const { run: endedQueue } = await updateUpNext(mirror, (upNext) => ({ ...upNext, run: null }));
  return async () => {
    await updateUpNext(mirror, (upNext) => (upNext.run ? upNext : { ...upNext, run: endedQueue }));
  };
}

/** Sets the playlist whose next video plays automatically; null switches autoplay off. Stored on this device only (SPEC §4). */
export async function setAutoplay(mirror: Mirror, playlistId: string | null): Promise<void> {
  await updateUpNext(mirror, (upNext) => ({ ...upNext, autoplayPlaylistId: playlistId }));
}

/** Records that a video has started to play, however it was opened (`isContinued`: see afterStarted). */
export async function recordStarted(mirror: Mirror, video: UpNextVideo, isContinued = false): Promise<void> {
  await updateUpNext(mirror, (upNext) => afterStarted(upNext, video, Math.random, isContinued));
}

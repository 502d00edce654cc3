// Playback on a cast device. Created once Google's cast sender is loaded. The player host (src/app/player-host) decides what to play, and
// stores the positions that the device reports. Independent of the mirror and of React.
import { ageMs, systemClock, type Clock } from '../lib/clock.ts';
import type { Result } from '../lib/result.ts';
import type { CastSender } from './cast-sender.ts';

/** Identifies the video. The device returns this with each position, even to a page that was reloaded. */
export interface CastVideo {
  videoId: string;
  title: string;
}

export interface CastMedia extends CastVideo {
  /** An absolute URL that needs no cookie, because the device is not signed in. The same holds for the other URLs. */
  url: string;
  posterUrl: string | null;
  /** The position at which the page would play on. */
  positionSeconds: number;
  subtitles: readonly { name: string; lang: string; url: string }[];
}

export type CastState =
  /** No device is nearby. */
  { readonly name: 'no-device' } | { readonly name: 'ready' } | { readonly name: 'casting'; readonly deviceName: string };

export type CastFailure =
  /** No device was chosen. */
  | 'not-chosen'
  /** The user stopped casting, or started again, before the device played the video. */
  | 'replaced'
  /** The archive does not have the media, or the device could not load it (SPEC §8). */
  | 'not-found'
  /** The archive did not answer. */
  | 'away';

export interface CastProgress extends CastVideo {
  positionSeconds: number;
  durationSeconds: number;
  isPlaying: boolean;
  hasEnded: boolean;
}

export interface Cast {
  read(): CastState;
  /** Calls `listener` when the state changes, and when the device starts another video, even one of another sender. */
  subscribe(listener: () => void): () => void;
  /**
   * Lets the user choose a device (must be called from a tap), then calls `getMedia`. Resolves to null once the device plays it. After a
   * failure the device continues with what it played before; if it played nothing, the session with the device ends.
   */
  start(getMedia: () => Promise<Result<CastMedia, 'not-found' | 'away'>>): Promise<CastFailure | null>;
  stop(): void;
  /** Calls `listener` with the video and its position whenever the device reports them. */
  onProgress(listener: (progress: CastProgress) => void): () => void;
  /** Whether the device plays this video, as sent for this account. True for every video while nothing is loaded. */
  plays(videoId: string): boolean;
}

/** SPEC §9: casting starts 3 s before the position when that is above 5 s. */
export function castStartSeconds(positionSeconds: number): number {
  return positionSeconds > 5 ? positionSeconds - 3 : positionSeconds;
}

/** How long after a failed load the device may still report that the previously loaded video has ended. */
const lateIdleMs = 10_000;
/** After such a report, another sender's video may follow within this time. It belongs to somebody else, so it must not be stopped. */
const takeoverMs = 3000;
/** A device that changes from one video to the next reports the position and the length of the next one within this time. */
const settleMs = 1000;

const contentTypes: readonly [RegExp, string][] = [
  [/\.m3u8$/i, 'application/x-mpegURL'],
  [/\.webm$/i, 'video/webm'],
  [/\.mkv$/i, 'video/x-matroska'],
];

export function castContentType(url: string): string {
  const { pathname } = new URL(url);
  return contentTypes.find(([ending]) => ending.test(pathname))?.[1] ?? 'video/mp4';
}

/**
 * @param account the signed-in user. The positions of any other user's video are ignored: the device may still play one for somebody who was
 * signed in here before.
 */
export function createCast({ api, chromeCast }: CastSender, account: string, clock: Clock = systemClock): Cast {
  const { CastContextEventType, CastState: DeviceState, RemotePlayer, RemotePlayerController, RemotePlayerEventType } = api.framework;
  const context = api.framework.CastContext.getInstance();
  context.setOptions({ receiverApplicationId: chromeCast.media.DEFAULT_MEDIA_RECEIVER_APP_ID, autoJoinPolicy: chromeCast.AutoJoinPolicy.ORIGIN_SCOPED });
  const remotePlayer = new RemotePlayer();
  const controller = new RemotePlayerController(remotePlayer);
  const listeners = new Set<() => void>();
  const progressListeners = new Set<(progress: CastProgress) => void>();
  let state = readState();
  /** What is loaded on the device; null if nothing is. `video` is null if it was not sent for this account. */
  let loaded: { video: CastVideo | null } | null = null;
  /** When the device changed from one video to the loaded one; null once the reported positions are those of the loaded one. */
  let changedAtMs: number | null = null;
  let lastProgress: CastProgress | null = null;
  /** Incremented when a start has found a device, and when casting is stopped. A start continues only while it is the latest. */
  let attemptCount = 0;
  let cancelEnd = (): void => {};
  /** When the device last failed to load a video while another one was loaded. */
  let loadFailedAtMs: number | null = null;

  function readState(): CastState {
    const session = context.getCurrentSession();
    if (session) return { name: 'casting', deviceName: session.getCastDevice().friendlyName };
    return { name: context.getCastState() === DeviceState.NO_DEVICES_AVAILABLE ? 'no-device' : 'ready' };
  }
  function updateState(): void {
    state = readState();
    if (state.name !== 'casting') {
      loaded = lastProgress = null;
      cancelEnd(); // a later session may be another sender's
    }
    for (const listener of [...listeners]) listener();
  }
  function updateProgress(): void {
    if (!remotePlayer.isMediaLoaded) {
      // Nothing is loaded any more: the video ended or was stopped, or another sender took over the device.
      if (lastProgress && lastProgress.durationSeconds > 0 && lastProgress.durationSeconds - lastProgress.positionSeconds < 2)
        notify({ ...lastProgress, isPlaying: false, hasEnded: true });
      const wasLoaded = loaded !== null;
      loaded = lastProgress = null;
      if (wasLoaded) updateState();
      const isLateIdle = loadFailedAtMs !== null && ageMs(clock, loadFailedAtMs) < lateIdleMs;
      loadFailedAtMs = null;
      if (isLateIdle) cancelEnd = clock.after(takeoverMs, () => remotePlayer.isMediaLoaded || context.endCurrentSession(true));
      return;
    }
    if (!remotePlayer.mediaInfo) return; // the next event reports it
    const video = videoOf(remotePlayer.mediaInfo.customData, account);
    if (!loaded || loaded.video?.videoId !== video?.videoId) {
      changedAtMs = loaded && clock.now();
      loaded = { video };
      lastProgress = null;
      if (!video) loadFailedAtMs = null;
      updateState();
    }
    if (changedAtMs !== null && ageMs(clock, changedAtMs) < settleMs) return;
    changedAtMs = null;
    if (!video) return;
    const progress = {
      ...video,
      positionSeconds: remotePlayer.currentTime,
      durationSeconds: remotePlayer.duration,
      isPlaying: !remotePlayer.isPaused,
      hasEnded: false,
    };
    lastProgress = progress;
    // The device's properties change one after another. The position may be that of the next video, whose name follows in the same task.
    queueMicrotask(() => lastProgress === progress && notify(progress));
  }
  function notify(progress: CastProgress): void {
    for (const listener of [...progressListeners]) listener(progress);
  }
  context.addEventListener(CastContextEventType.CAST_STATE_CHANGED, updateState);
  context.addEventListener(CastContextEventType.SESSION_STATE_CHANGED, updateState);
  controller.addEventListener(RemotePlayerEventType.ANY_CHANGE, updateProgress);

  function loadRequestOf(media: CastMedia) {
    const { MediaInfo, GenericMediaMetadata, LoadRequest, Track, TrackType, TextTrackType } = chromeCast.media;
    const info = new MediaInfo(media.url, castContentType(media.url));
    const metadata = new GenericMediaMetadata();
    metadata.title = media.title;
    metadata.images = media.posterUrl === null ? [] : [{ url: media.posterUrl }];
    info.metadata = metadata;
    info.customData = { account, videoId: media.videoId, title: media.title };
    info.tracks = media.subtitles.map(({ name, lang, url }, index) => {
      const track = new Track(index + 1, TrackType.TEXT);
      track.trackContentId = url;
      track.trackContentType = 'text/vtt';
      track.subtype = TextTrackType.SUBTITLES;
      track.name = name;
      track.language = lang;
      return track;
    });
    const request = new LoadRequest(info);
    request.currentTime = castStartSeconds(media.positionSeconds);
    request.autoplay = true;
    return request;
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(getMedia) {
      loadFailedAtMs = null;
      cancelEnd();
      try {
        if (!context.getCurrentSession()) await context.requestSession();
      } catch {
        return 'not-chosen';
      }
      const session = context.getCurrentSession();
      if (!session) return 'not-chosen';
      attemptCount += 1;
      const attempt = attemptCount;
      const media = await getMedia();
      if (attempt !== attemptCount) return 'replaced';
      try {
        // The sender returns an error code on failure, and nothing on success.
        if (media.ok && !(await session.loadMedia(loadRequestOf(media.value)))) return null;
      } catch {
        // reported below
      }
      if (attempt !== attemptCount) return 'replaced';
      if (!remotePlayer.isMediaLoaded) context.endCurrentSession(true);
      else if (media.ok) loadFailedAtMs = clock.now();
      return media.ok ? 'not-found' : media.error;
    },
    stop() {
      attemptCount += 1;
      context.endCurrentSession(true);
    },
    plays: (videoId) => !loaded || loaded.video?.videoId === videoId,
    onProgress(listener) {
      progressListeners.add(listener);
      return () => progressListeners.delete(listener);
    },
  };
}

/** The video in the data that we sent to the device for this account; null if the data is from another sender or account. */
function videoOf(customData: unknown, account: string): CastVideo | null {
  if (typeof customData !== 'object' || customData === null) return null;
  const { videoId, title, ...otherData } = customData as Record<string, unknown>;
  if (otherData['account'] !== account) return null;
  return typeof videoId === 'string' && typeof title === 'string' ? { videoId, title } : null;
}

// Google's cast sender with a cast device, as far as src/player/cast.ts uses it.

export interface CastDouble {
  cast: unknown;
  chromeCast: unknown;
  /** Everything requested of the device, in order. */
  log: { kind: 'session' | 'load' | 'end'; url?: string; contentType?: string; currentTime?: number; title?: string; tracks?: number }[];
  /** The device reaches this position, in seconds. */
  playTo(currentTime: number): void;
  pause(): void;
  /** The device reaches the end of its media. */
  finish(): void;
  /** The device reports that its media is over, at whatever position. */
  unload(): void;
  /** Another sender's video replaces the loaded one. */
  takeOver(): void;
  /** The device reports which video it plays now, without its position and length; these are separate reports. */
  nameNext(customData: unknown): void;
  /** The next time that the user is asked to choose a device, runs `action` before the choice. */
  onNextChoice(action: () => Promise<unknown>): void;
  /** The next request of this kind fails: no device is chosen, or the device cannot load. */
  failNext(request: 'session' | 'load'): void;
}

interface LoadMediaRequest {
  media: { contentId: string; contentType: string; metadata: { title?: string }; customData: unknown; tracks: unknown[] };
  currentTime: number;
}

/** @param duration of the device's media, in seconds */
export function createCastDouble(duration = 192): CastDouble {
  const log: CastDouble['log'] = [];
  const contextListeners = new Map<string, Set<(event: unknown) => void>>();
  const playerListeners = new Set<() => void>();
  const remotePlayer = { isMediaLoaded: false, isPaused: true, currentTime: 0, duration: 0, mediaInfo: null as { customData: unknown } | null };
  let session: unknown = null;
  let nextFailure: 'session' | 'load' | null = null;
  let choiceAction = async (): Promise<unknown> => undefined;

  const notifyContext = () => contextListeners.forEach((listeners) => listeners.forEach((listener) => listener({})));
  const notifyPlayer = () => playerListeners.forEach((listener) => listener());
  function unload(): void {
    Object.assign(remotePlayer, { isMediaLoaded: false, mediaInfo: null });
    notifyPlayer();
  }
  function takeFailure(request: 'session' | 'load'): boolean {
    if (nextFailure !== request) return false;
    nextFailure = null;
    return true;
  }

  // The sender's classes create plain objects.
  class MediaInfo {
    constructor(contentId: string, contentType: string) {
      return { contentId, contentType, metadata: {}, customData: null, tracks: [] };
    }
  }
  class LoadRequest {
    constructor(media: unknown) {
      return { media, currentTime: 0, autoplay: false, activeTrackIds: null };
    }
  }

  const context = {
    setOptions: () => {},
    getCastState: () => (session ? 'CONNECTED' : 'NOT_CONNECTED'),
    getCurrentSession: () => session,
    async requestSession() {
      log.push({ kind: 'session' });
      await choiceAction();
      choiceAction = async () => undefined;
      if (takeFailure('session')) throw new Error('cancel');
      session = {
        getCastDevice: () => ({ friendlyName: 'Cabin television' }),
        async loadMedia({ media, currentTime }: LoadMediaRequest) {
          log.push({
            kind: 'load',
            url: media.contentId,
            contentType: media.contentType,
            currentTime,
            tracks: media.tracks.length,
            ...(media.metadata.title === undefined ? {} : { title: media.metadata.title }),
          });
          if (takeFailure('load')) return 'load_media_failed';
          Object.assign(remotePlayer, { isMediaLoaded: true, isPaused: false, currentTime, duration, mediaInfo: { customData: media.customData } });
          notifyPlayer();
          return undefined;
        },
      };
      notifyContext();
    },
    endCurrentSession() {
      log.push({ kind: 'end' });
      session = null;
      remotePlayer.isMediaLoaded = false;
      notifyContext();
      notifyPlayer();
    },
    addEventListener(type: string, listener: (event: unknown) => void) {
      contextListeners.set(type, (contextListeners.get(type) ?? new Set()).add(listener));
    },
    removeEventListener: (type: string, listener: (event: unknown) => void) => contextListeners.get(type)?.delete(listener),
  };

  return {
    log,
    cast: {
      framework: {
        CastContext: { getInstance: () => context },
        CastContextEventType: { CAST_STATE_CHANGED: 'caststatechanged', SESSION_STATE_CHANGED: 'sessionstatechanged' },
        CastState: { NO_DEVICES_AVAILABLE: 'NO_DEVICES_AVAILABLE' },
        RemotePlayer: class {
          constructor() {
            return remotePlayer;
          }
        },
        RemotePlayerController: class {
          addEventListener(_: string, listener: () => void) {
            playerListeners.add(listener);
          }
          removeEventListener(_: string, listener: () => void) {
            playerListeners.delete(listener);
          }
        },
        RemotePlayerEventType: { ANY_CHANGE: 'anyChanged' },
      },
    },
    chromeCast: {
      AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
      media: {
        DEFAULT_MEDIA_RECEIVER_APP_ID: 'CC1AD845',
        MediaInfo,
        GenericMediaMetadata: class {
          constructor() {
            return { title: '', images: [] };
          }
        },
        LoadRequest,
        Track: class {
          constructor() {
            return { trackContentId: '' };
          }
        },
        TrackType: { TEXT: 'TEXT' },
        TextTrackType: { SUBTITLES: 'SUBTITLES' },
      },
    },
    playTo(currentTime) {
      Object.assign(remotePlayer, { currentTime, isPaused: false });
      notifyPlayer();
    },
    pause() {
      remotePlayer.isPaused = true;
      notifyPlayer();
    },
    finish() {
      remotePlayer.currentTime = remotePlayer.duration;
      notifyPlayer();
      unload();
    },
    unload,
    takeOver() {
      Object.assign(remotePlayer, { isMediaLoaded: true, mediaInfo: { customData: null }, currentTime: 30 });
      notifyPlayer();
    },
    nameNext(customData) {
      remotePlayer.mediaInfo = { customData };
      notifyPlayer();
    },
    onNextChoice(action) {
      choiceAction = action;
    },
    failNext(request) {
      nextFailure = request;
    },
  };
}

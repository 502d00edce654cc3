// Loads Google's cast sender, and declares the part of its API that we use. The script comes from a fixed host, and only when a user whose
// archive has casting enabled opens a video (docs/architecture.md, Security).

/** SPEC §7: a cast sender script is loaded from a third-party host. */
export const castSenderAddress = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1';

export interface CastSession {
  getCastDevice(): { friendlyName: string };
  loadMedia(request: CastLoadRequest): Promise<string | null | undefined>;
}

export interface CastLoadRequest {
  currentTime: number;
  autoplay: boolean;
  activeTrackIds: number[] | null;
}

interface CastMediaInfo {
  metadata: unknown;
  customData: unknown;
  tracks: unknown[];
}

interface CastTrack {
  trackContentId: string;
  trackContentType: string;
  subtype: string;
  name: string;
  language: string;
}

export interface CastContext {
  setOptions(options: { receiverApplicationId: string; autoJoinPolicy: string }): void;
  getCastState(): string;
  getCurrentSession(): CastSession | null;
  /** Resolves with an error code, or rejects with one, when no device was chosen. */
  requestSession(): Promise<unknown>;
  endCurrentSession(stopsReceiver: boolean): void;
  addEventListener(type: string, listener: (event: { sessionState?: string; castState?: string }) => void): void;
  removeEventListener(type: string, listener: (event: { sessionState?: string; castState?: string }) => void): void;
}

export interface CastRemotePlayer {
  isMediaLoaded: boolean;
  mediaInfo?: { customData?: unknown } | null;
  isPaused: boolean;
  currentTime: number;
  duration: number;
}

export interface CastApi {
  framework: {
    CastContext: { getInstance(): CastContext };
    CastContextEventType: { CAST_STATE_CHANGED: string; SESSION_STATE_CHANGED: string };
    CastState: { NO_DEVICES_AVAILABLE: string };
    RemotePlayer: new () => CastRemotePlayer;
    RemotePlayerController: new (player: CastRemotePlayer) => {
      addEventListener(type: string, listener: () => void): void;
      removeEventListener(type: string, listener: () => void): void;
    };
    RemotePlayerEventType: { ANY_CHANGE: string };
  };
}

export interface ChromeCast {
  AutoJoinPolicy: { ORIGIN_SCOPED: string };
  media: {
    DEFAULT_MEDIA_RECEIVER_APP_ID: string;
    MediaInfo: new (address: string, contentType: string) => CastMediaInfo;
    GenericMediaMetadata: new () => { title: string; images: { url: string }[] };
    LoadRequest: new (media: CastMediaInfo) => CastLoadRequest;
    Track: new (id: number, type: string) => CastTrack;
    TrackType: { TEXT: string };
    TextTrackType: { SUBTITLES: string };
  };
}

interface CastWindow {
  __onGCastApiAvailable?: (isAvailable: boolean) => void;
  cast?: CastApi;
  chrome?: { cast?: ChromeCast };
}

export interface CastSender {
  api: CastApi;
  chromeCast: ChromeCast;
}

let senderPromise: Promise<CastSender | null> | null = null;

/** Resolves to null if the browser cannot cast or the script did not load. The next call then tries again. */
export function loadCastSender(): Promise<CastSender | null> {
  senderPromise ??= load().then((sender) => {
    if (!sender) senderPromise = null;
    return sender;
  });
  return senderPromise;
}

function load(): Promise<CastSender | null> {
  const page = window as unknown as CastWindow;
  return new Promise((resolve) => {
    page.__onGCastApiAvailable = (isAvailable) => {
      const { cast: api, chrome } = page;
      resolve(isAvailable && api && chrome?.cast ? { api, chromeCast: chrome.cast } : null);
    };
    const script = document.createElement('script');
    script.onerror = () => {
      script.remove();
      resolve(null);
    };
    script.src = castSenderAddress;
    document.head.append(script);
  });
}

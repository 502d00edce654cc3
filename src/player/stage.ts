// The one player of this page, and where its picture is shown: on the video's page, at the top of a list, or in the mini player. Created by
// the shell; the components that draw a place register it. Independent of routes and of the mirror. The frame is one element that moves
// between places, so the <video> in it plays on across navigations.

/** What the stage, and the components that draw a place, need from the player. */
export interface PlayerHandle {
  /** For times in texts: seeks there and plays. */
  playFrom(positionSeconds: number): void;
  /** Whether the user wants it to play, even while it is stalled. */
  isRunning(): boolean;
  positionSeconds(): number;
}

/** `page` and `inline` are places of a screen; `mini` is what remains when the last of them unmounts during playback. */
export type PlaceKind = 'page' | 'inline' | 'mini';

export interface PlaceWish {
  kind: Exclude<PlaceKind, 'mini'>;
  videoId: string;
  /** The address's query parameter `t`, unparsed. */
  t: string | null;
  isToPlayAtOnce: boolean;
  /** The address under which this place shows another video: a page's own, a list's with its query. */
  addressOf: (videoId: string) => string;
}

export interface StageState {
  shown: { videoId: string; t: string | null; isToPlayAtOnce: boolean } | null;
  placeKind: PlaceKind;
  /** Null in the mini player: there another video needs no other address. */
  addressOf: ((videoId: string) => string) | null;
  handle: PlayerHandle | null;
  /** Index into the chapters of what is shown, -1 for none. */
  chapterIndex: number;
}

export interface PlayerStage {
  /** What the player is drawn into. */
  readonly frame: HTMLElement;
  /** Plays one video after another. */
  readonly video: HTMLVideoElement;
  /** For the host: the player that uses the element is unmounting. The element waits in the frame for the next player, if one follows. */
  videoLeft(): void;
  read(): StageState;
  subscribe(listener: () => void): () => void;
  /** A place of a screen: shows its video there. Returns a function that gives the place up; playback then continues in the mini player. */
  enter(element: HTMLElement, wish: PlaceWish): () => void;
  /** The mini player's place, or where the frame waits for it. */
  standBy(element: HTMLElement): () => void;
  /** Another video follows: in the mini player at once, in a screen's place as soon as that has its address. The same video starts over. */
  goTo(videoId: string): void;
  playFrom(positionSeconds: number): void;
  close(): void;
  /** For the host. */
  setHandle(handle: PlayerHandle | null): void;
  setChapter(index: number): void;
}

/** Nothing reported for the previous video holds for another one. */
const anew = { handle: null, chapterIndex: -1 } as const;

/** The elements come from the page; a test passes its own. */
export function createPlayerStage(frame: HTMLElement = document.createElement('div'), video = document.createElement('video')): PlayerStage {
  frame.dataset['playerFrame'] = ''; // what goes into fullscreen (use-fullscreen.ts)
  const listeners = new Set<() => void>();
  const places: { element: HTMLElement; wish: PlaceWish }[] = [];
  const reserves: HTMLElement[] = [];
  /** The requested video that has no place yet: it plays at once there. */
  let following: string | null = null;
  let state: StageState = { shown: null, placeKind: 'mini', addressOf: null, handle: null, chapterIndex: -1 };

  function change(next: Partial<StageState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  /** In one step: an element that leaves the document for longer than that stops playing. */
  function settle(): void {
    const target = places.at(-1)?.element ?? reserves.at(-1);
    if (target && frame.parentElement !== target) moveElement(frame, target);
  }

  function leave(place: (typeof places)[number]): void {
    places.splice(places.indexOf(place), 1);
    settle();
    const before = places.at(-1)?.wish;
    if (before) return change({ placeKind: before.kind, addressOf: before.addressOf });
    const isLeftBehind = state.shown?.videoId === place.wish.videoId && !state.handle?.isRunning();
    change({ placeKind: 'mini', addressOf: null, ...(isLeftBehind ? { ...anew, shown: null } : {}) });
  }

  return {
    frame,
    video,
    videoLeft: () => (state.shown ? moveElement(video, frame) : video.remove()),
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter(element, wish) {
      const place = { element, wish };
      places.push(place);
      settle();
      const { videoId, t, kind, addressOf } = wish;
      const isToPlayAtOnce = wish.isToPlayAtOnce || following === videoId;
      following = null;
      if (state.shown?.videoId === videoId) {
        change({ placeKind: kind, addressOf });
        const asked = Number.parseFloat(t ?? '');
        if (isToPlayAtOnce && Number.isFinite(asked)) state.handle?.playFrom(asked);
      } else change({ ...anew, shown: { videoId, t, isToPlayAtOnce }, placeKind: kind, addressOf });
      return () => leave(place);
    },
    standBy(element) {
      reserves.push(element);
      settle();
      return () => {
        reserves.splice(reserves.indexOf(element), 1);
        settle();
      };
    },
    goTo(videoId) {
      if (state.shown?.videoId === videoId) state.handle?.playFrom(0);
      else if (places.length > 0) following = videoId;
      else change({ ...anew, shown: { videoId, t: null, isToPlayAtOnce: true } });
    },
    playFrom: (positionSeconds) => state.handle?.playFrom(positionSeconds),
    close: () => change({ ...anew, shown: null }),
    setHandle(handle) {
      if (handle !== state.handle) change({ handle });
    },
    setChapter(chapterIndex) {
      if (chapterIndex !== state.chapterIndex) change({ chapterIndex });
    },
  };
}

/** Moves to another place of the document, in one step. */
export function moveElement(element: HTMLElement, target: HTMLElement): void {
  // Newer browsers move an element without removing it: picture in picture and the focus stay.
  if ('moveBefore' in target && element.isConnected && target.isConnected) target.moveBefore(element, null);
  else target.append(element);
}

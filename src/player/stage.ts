// The one player of this page, and where its picture stands: on the video's page, at the top of a list, or in the mini
// player. Made by the shell; places are told by whoever draws one. Knows nothing of routes or of the mirror.
// The frame is an element of its own that moves between places, so the <video> in it plays on over every navigation.
import type { PlayerHandle } from './player.tsx';

/** `page` and `inline` are places of a screen; `mini` is what is left when the last of them goes while it plays. */
export type PlaceKind = 'page' | 'inline' | 'mini';

export interface PlaceWish {
  kind: Exclude<PlaceKind, 'mini'>;
  videoId: string;
  /** The query `t` of the address, as it stands there. */
  t: string | null;
  isToPlayAtOnce: boolean;
  /** Goes to another video in the way of this place: the page by its address, a list by its query. */
  onGoTo: (videoId: string) => void;
}

export interface StageState {
  shown: { videoId: string; t: string | null; isToPlayAtOnce: boolean } | null;
  placeKind: PlaceKind;
  handle: PlayerHandle | null;
  /** Index into the chapters of what is shown, -1 for none. */
  chapterIndex: number;
}

export interface PlayerStage {
  /** Where the player is drawn into. */
  readonly frame: HTMLElement;
  read(): StageState;
  subscribe(listener: () => void): () => void;
  /** A place of a screen: shows its video there. The answer gives the place up; what plays then goes on in the mini player. */
  enter(element: HTMLElement, wish: PlaceWish): () => void;
  /** The mini player's place, or where the frame waits for it. */
  standBy(element: HTMLElement): () => void;
  /** Another video in the place that stands. */
  goTo(videoId: string): void;
  playFrom(positionSeconds: number): void;
  close(): void;
  /** For the host. */
  setHandle(handle: PlayerHandle | null): void;
  setChapter(index: number): void;
}

export function createPlayerStage(): PlayerStage {
  const frame = document.createElement('div');
  const listeners = new Set<() => void>();
  const places: { element: HTMLElement; wish: PlaceWish }[] = [];
  const reserves: HTMLElement[] = [];
  let state: StageState = { shown: null, placeKind: 'mini', handle: null, chapterIndex: -1 };

  function change(next: Partial<StageState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  /** In one step: an element that leaves the document for longer than that stops playing. */
  function settle(): void {
    const target = places.at(-1)?.element ?? reserves.at(-1);
    if (target && frame.parentElement !== target) move(frame, target);
  }

  function show(shown: NonNullable<StageState['shown']>, placeKind: PlaceKind): void {
    change({ shown, placeKind, chapterIndex: -1 });
  }

  function leave(place: (typeof places)[number]): void {
    places.splice(places.indexOf(place), 1);
    settle();
    const before = places.at(-1);
    if (before) return change({ placeKind: before.wish.kind });
    const isLeftBehind = state.shown?.videoId === place.wish.videoId && !state.handle?.isRunning();
    change(isLeftBehind ? { shown: null, placeKind: 'mini', chapterIndex: -1 } : { placeKind: 'mini' });
  }

  return {
    frame,
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter(element, wish) {
      const place = { element, wish };
      places.push(place);
      settle();
      const { videoId, t, isToPlayAtOnce, kind } = wish;
      if (state.shown?.videoId === videoId) {
        change({ placeKind: kind });
        const asked = Number.parseFloat(t ?? '');
        if (isToPlayAtOnce && Number.isFinite(asked)) state.handle?.playFrom(asked);
      } else show({ videoId, t, isToPlayAtOnce }, kind);
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
      const place = places.at(-1);
      if (place) place.wish.onGoTo(videoId);
      else show({ videoId, t: null, isToPlayAtOnce: true }, 'mini');
    },
    playFrom: (positionSeconds) => state.handle?.playFrom(positionSeconds),
    close: () => change({ shown: null, chapterIndex: -1 }),
    setHandle: (handle) => handle !== state.handle && change({ handle }),
    setChapter: (chapterIndex) => chapterIndex !== state.chapterIndex && change({ chapterIndex }),
  };
}

function move(frame: HTMLElement, target: HTMLElement): void {
  // Newer browsers move an element without taking it out: picture in picture and the focus stay.
  if ('moveBefore' in target && frame.isConnected && target.isConnected) target.moveBefore(frame, null);
  else target.append(frame);
}

// The one player of this page, and where its picture is shown: on the video's page, at the top of a list, or in the mini player. Created by
// the shell; the components that draw a slot register it. Independent of routes and of the mirror. The frame is one element that moves
// between slots, so the <video> in it plays on across navigations.

/** The part of the player that the host and the components with a slot use. */
export interface PlayerHandle {
  /** Seeks and plays, for example from a time in a text. */
  playFrom(positionSeconds: number): void;
  /** Whether the user wants the video to play, even while it is stalled. */
  isRunning(): boolean;
  positionSeconds(): number;
}

/** `page` and `inline` belong to screens; `mini` is where the video goes when the last such slot unmounts during playback. */
export type SlotKind = 'page' | 'inline' | 'mini';

export interface SlotRequest {
  kind: Exclude<SlotKind, 'mini'>;
  videoId: string;
  /** The address's query parameter `t`, unparsed. */
  t: string | null;
  shouldPlayAtOnce: boolean;
  /** The address at which this screen shows another video: a video page's own, or a list's with its query. */
  addressOf: (videoId: string) => string;
}

export interface HostState {
  shown: { videoId: string; t: string | null; shouldPlayAtOnce: boolean } | null;
  slotKind: SlotKind;
  /** Null in the mini player, where switching videos does not change the address. */
  addressOf: ((videoId: string) => string) | null;
  handle: PlayerHandle | null;
  /** Index into the chapters of the shown video; -1 for none. */
  chapterIndex: number;
}

export interface HostStore {
  /** The element that the player is drawn into. */
  readonly frame: HTMLElement;
  /** The element is reused for all videos. */
  readonly video: HTMLVideoElement;
  /** Call when the player that uses the element unmounts. The element waits in the frame for the next player, if one follows. */
  releaseVideo(): void;
  read(): HostState;
  subscribe(listener: () => void): () => void;
  /** Shows a screen's video in this element. Returns a function that removes the slot; playback then continues in the mini player. */
  addSlot(element: HTMLElement, request: SlotRequest): () => void;
  /**
   * Adds an element for the frame while no slot exists: the mini player's, or a hidden one until the mini player is drawn. Returns a
   * function that removes the element.
   */
  addFallback(element: HTMLElement): () => void;
  /** Switches to another video: immediately in the mini player, otherwise when a screen adds a slot for it. The same video starts over. */
  goTo(videoId: string): void;
  playFrom(positionSeconds: number): void;
  close(): void;
  /** Called only by the host, like `setChapter`. */
  setHandle(handle: PlayerHandle | null): void;
  setChapter(index: number): void;
}

/** The initial state for another video. The values of the previous video no longer apply. */
const initialVideoState = { handle: null, chapterIndex: -1 } as const;

/** Creates the two elements; a test passes its own. */
export function createHostStore(frame: HTMLElement = document.createElement('div'), video = document.createElement('video')): HostStore {
  frame.dataset['playerFrame'] = ''; // what goes into fullscreen (use-fullscreen.ts)
  const listeners = new Set<() => void>();
  const slots: { element: HTMLElement; request: SlotRequest }[] = [];
  const fallbacks: HTMLElement[] = [];
  /** A requested video that has no slot yet. It plays as soon as it gets one. */
  let pendingId: string | null = null;
  let state: HostState = { shown: null, slotKind: 'mini', addressOf: null, handle: null, chapterIndex: -1 };

  function change(next: Partial<HostState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  /** Moves the frame in one step, because an element that is briefly outside the document stops playing. */
  function moveFrame(): void {
    const target = slots.at(-1)?.element ?? fallbacks.at(-1);
    if (target && frame.parentElement !== target) moveElement(frame, target);
  }

  function removeSlot(slot: (typeof slots)[number]): void {
    slots.splice(slots.indexOf(slot), 1);
    moveFrame();
    const remainingRequest = slots.at(-1)?.request;
    if (remainingRequest) return change({ slotKind: remainingRequest.kind, addressOf: remainingRequest.addressOf });
    const shouldClose = state.shown?.videoId === slot.request.videoId && !state.handle?.isRunning();
    change({ slotKind: 'mini', addressOf: null, ...(shouldClose ? { ...initialVideoState, shown: null } : {}) });
  }

  return {
    frame,
    video,
    releaseVideo: () => (state.shown ? moveElement(video, frame) : video.remove()),
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addSlot(element, request) {
      const slot = { element, request };
      slots.push(slot);
      moveFrame();
      const { videoId, t, kind, addressOf } = request;
      const shouldPlayAtOnce = request.shouldPlayAtOnce || pendingId === videoId;
      pendingId = null;
      if (state.shown?.videoId === videoId) {
        change({ slotKind: kind, addressOf });
        const startSeconds = Number.parseFloat(t ?? '');
        if (shouldPlayAtOnce && Number.isFinite(startSeconds)) state.handle?.playFrom(startSeconds);
      } else change({ ...initialVideoState, shown: { videoId, t, shouldPlayAtOnce }, slotKind: kind, addressOf });
      return () => removeSlot(slot);
    },
    addFallback(element) {
      fallbacks.push(element);
      moveFrame();
      return () => {
        fallbacks.splice(fallbacks.indexOf(element), 1);
        moveFrame();
      };
    },
    goTo(videoId) {
      if (state.shown?.videoId === videoId) state.handle?.playFrom(0);
      else if (slots.length > 0) pendingId = videoId;
      else change({ ...initialVideoState, shown: { videoId, t: null, shouldPlayAtOnce: true } });
    },
    playFrom: (positionSeconds) => state.handle?.playFrom(positionSeconds),
    close: () => change({ ...initialVideoState, shown: null }),
    setHandle(handle) {
      if (handle !== state.handle) change({ handle });
    },
    setChapter(chapterIndex) {
      if (chapterIndex !== state.chapterIndex) change({ chapterIndex });
    },
  };
}

/** Moves an element into `target` in one step. */
export function moveElement(element: HTMLElement, target: HTMLElement): void {
  // Newer browsers move an element without removing it, so picture in picture and the focus stay.
  if ('moveBefore' in target && element.isConnected && target.isConnected) target.moveBefore(element, null);
  else target.append(element);
}

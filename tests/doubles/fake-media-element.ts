/** A <video> without a browser: the parts that the engine uses, controlled by the test. */
export interface FakeMediaElement extends EventTarget {
  src: string;
  currentTime: number;
  duration: number;
  paused: boolean;
  ended: boolean;
  volume: number;
  muted: boolean;
  playbackRate: number;
  defaultPlaybackRate: number;
  preload: string;
  videoWidth: number;
  videoHeight: number;
  error: { code: number } | null;
  buffered: { length: number; start(index: number): number; end(index: number): number };
  loadCount: number;
  isPlayRefused: boolean;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
  /** Behaves as if the file's metadata arrived. */
  giveMetadata(durationSeconds: number, videoWidth?: number): void;
  /** Behaves as if the last requested seek completed. */
  finishSeek(): void;
  startPlaying(): void;
  /** Behaves as if the buffer ran empty. */
  starve(): void;
  failWith(code: number): void;
  reachEnd(): void;
}

export function createFakeMediaElement(): { fake: FakeMediaElement; element: HTMLVideoElement } {
  const target = new EventTarget();
  const dispatch = (name: string) => target.dispatchEvent(new Event(name));
  const fake: FakeMediaElement = Object.assign(target, {
    src: '',
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    volume: 1,
    muted: false,
    playbackRate: 1,
    defaultPlaybackRate: 1,
    preload: '',
    videoWidth: 0,
    videoHeight: 0,
    error: null as { code: number } | null,
    buffered: { length: 0, start: () => 0, end: () => 0 },
    loadCount: 0,
    isPlayRefused: false,
    play() {
      if (fake.isPlayRefused) return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
      fake.paused = false;
      return Promise.resolve();
    },
    pause() {
      if (fake.paused) return;
      fake.paused = true;
      dispatch('pause');
    },
    load() {
      fake.loadCount += 1;
      fake.paused = true;
      fake.ended = false;
      fake.error = null;
      fake.currentTime = 0;
      fake.duration = Number.NaN;
      fake.playbackRate = fake.defaultPlaybackRate;
    },
    removeAttribute() {
      fake.src = '';
    },
    giveMetadata(durationSeconds: number, videoWidth = 1280) {
      fake.duration = durationSeconds;
      fake.videoWidth = videoWidth;
      dispatch('loadedmetadata');
    },
    finishSeek: () => dispatch('seeked'),
    startPlaying() {
      fake.paused = false;
      dispatch('playing');
    },
    starve: () => dispatch('waiting'),
    failWith(code: number) {
      fake.error = { code };
      dispatch('error');
    },
    reachEnd() {
      fake.currentTime = fake.duration;
      fake.paused = true;
      fake.ended = true;
      dispatch('pause');
      dispatch('ended');
    },
  });
  return { fake, element: fake as unknown as HTMLVideoElement };
}

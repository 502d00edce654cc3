// What stands around the player and is not its own: it draws these and tells what a person wants of them. The host above the
// routes (src/app/player-host) fills them in.

/** What comes after this video. The card at the end shows it: "Next: … in 5 s" with Cancel. */
export interface Following {
  title: string;
  thumbUrl: string | null;
  /** It plays from the archive only, and the archive is away: said, and not gone to by itself. */
  isAway: boolean;
  /** Until it is gone to by itself, counting since the end; null when it is not. */
  secondsLeft: number | null;
  onGo: () => void;
  /** Stops the counting. */
  onCancel: () => void;
}

/** Minutes, or until this video ends. */
export type SleepChoice = number | 'end-of-video' | null;

export interface SleepTimer {
  choices: readonly SleepChoice[];
  chosen: SleepChoice;
  /** Null where nothing counts down. */
  secondsLeft: number | null;
  onChoose: (choice: SleepChoice) => void;
}

/** The button for a device in the room; absent where casting is not enabled or cannot be. */
export interface CastControl {
  /** The name of the device that plays; null while none does. */
  deviceName: string | null;
  onToggle: () => void;
}

export interface AroundPlayer {
  following: Following | null;
  /** In words, what was passed over on the way to it because its file is missing; null for nothing. */
  passedOver: string | null;
  sleep: SleepTimer | null;
  cast: CastControl | null;
  /** Opens the queue. */
  onOpenQueue: (() => void) | null;
}

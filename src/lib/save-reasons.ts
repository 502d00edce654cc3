/** Why a save is paused. All but `user` go on by themselves when the reason ends. */
export type PauseReason = 'user' | 'background' | 'offline' | 'signed-out' | 'storage-full';

/** `not-found`: the archive has no such file. `unverified`: five copies differed from the source. `unplayable`: this device cannot play the format. */
export type FailReason = 'not-found' | 'unverified' | 'unplayable';

/** Why a save is paused. It resumes by itself when the reason ends, except after `user`. */
export type PauseReason = 'user' | 'background' | 'offline' | 'signed-out' | 'storage-full';

/**
 * `not-found`: the archive has no such file. `unverified`: five copies differed from the source. `unplayable`: this device cannot play the
 * format. `no-length`: the server does not say how large the file is, so a truncated answer would not be noticed. `taken-away`: the copy was
 * complete, and the system or the browser has removed its files. `damaged`: a check on demand found different bytes.
 */
export type FailReason = 'not-found' | 'unverified' | 'unplayable' | 'no-length' | 'taken-away' | 'damaged';

/** Why saving is slow: nothing arrived for a while, and the range has been requested again. */
export type SavingReason = 'slow';

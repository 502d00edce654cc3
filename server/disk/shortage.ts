// Recognizes failures that say nothing about the file or folder itself.

/** No file descriptor or memory is left, in this process or in the system. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** A disk or a network drive failed. The next try may succeed, but a damaged disk may also fail for the same file each time. */
const interruptions = new Set(['EIO', 'ESTALE', 'ETIMEDOUT']);

/** Whether the system can open no file at the moment. */
export function isShortage(error: unknown): boolean {
  return shortages.has(codeOf(error));
}

/** Whether a disk or a network drive failed. Other files may be readable. */
export function isInterruption(error: unknown): boolean {
  return interruptions.has(codeOf(error));
}

/** Whether the file may be readable at another time without being changed. */
export function isTemporary(error: unknown): boolean {
  return isShortage(error) || isInterruption(error);
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

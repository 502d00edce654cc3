// Recognizes that the system cannot open any file at the moment.

/** No file descriptor or memory is left, in this process or in the system. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the error says nothing about the file or folder, which may be readable at another time. */
export function isShortage(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && shortages.has(code);
}

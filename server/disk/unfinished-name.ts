// A file's name while it is being written.
import path from 'node:path';

/** Below the file systems' limit of 255. */
const maxNameBytes = 240;

/**
 * Beside the file. Begins with a dot, so that no import sees it, and keeps the end of the name, in which companions differ. One fixed name per file:
 * the next try overwrites what a crash left.
 */
export function unfinishedName(file: string): string {
  const [dot, end] = ['.', '.unfinished'];
  const characters = [...path.basename(file)];
  let bytes = Buffer.byteLength(dot + path.basename(file) + end);
  while (bytes > maxNameBytes) bytes -= Buffer.byteLength(characters.shift() ?? '');
  return path.join(path.dirname(file), `${dot}${characters.join('')}${end}`);
}

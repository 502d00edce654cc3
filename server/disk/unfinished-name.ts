// How a file is called while it is being written.
import path from 'node:path';

/** Below the 255 that file systems take. */
const longestNameBytes = 240;

/**
 * Beside the file. Begins with a dot, so that no import looks at it, and keeps the end of the name, by which companions differ. One
 * name for each file: what a crash left is written over by the next try.
 */
export function unfinishedName(file: string): string {
  const [dot, end] = ['.', '.unfinished'];
  const signs = [...path.basename(file)];
  let bytes = Buffer.byteLength(dot + path.basename(file) + end);
  while (bytes > longestNameBytes) bytes -= Buffer.byteLength(signs.shift() ?? '');
  return path.join(path.dirname(file), `${dot}${signs.join('')}${end}`);
}

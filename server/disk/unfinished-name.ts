// Names a file while it is being written.
import path from 'node:path';

/** Below the file systems' limit of 255. */
const maxNameBytes = 240;

/**
 * A path in the file's folder. The name begins with a dot, so that no import sees it. It keeps the end of the file's name, because a video
 * and its companions have names that differ only at the end. Each file has one fixed unfinished name, so the next try overwrites a file
 * that a crash left.
 */
export function unfinishedName(file: string): string {
  const [dot, end] = ['.', '.unfinished'];
  const characters = [...path.basename(file)];
  let bytes = Buffer.byteLength(dot + path.basename(file) + end);
  while (bytes > maxNameBytes) bytes -= Buffer.byteLength(characters.shift() ?? '');
  return path.join(path.dirname(file), `${dot}${characters.join('')}${end}`);
}

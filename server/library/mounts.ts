// Lists the file systems that are mounted at or below a folder, because a folder watch does not notice a mount or an unmount.
import { readFile, realpath } from 'node:fs/promises';
import { isWithin } from './inside-folder.ts';

/** A text that changes with every mount and unmount at or below `folder`. Empty on systems other than Linux, which have no such list. */
export async function mountsWithin(folder: string): Promise<string> {
  const list = await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''); // not Linux
  if (list === '') return '';
  const realFolder = await realpath(folder).catch(() => folder); // absent
  return mountsIn(list, realFolder);
}

/** The mount points at or below `folder`, as real paths. Empty on systems other than Linux. */
export async function mountPointsWithin(folder: string): Promise<string[]> {
  const mounts = await mountsWithin(folder);
  return mounts === '' ? [] : mounts.split('\n').map((mount) => unescapePoint(mount.split(' ')[2] ?? ''));
}

/** @param list the text of /proc/self/mountinfo: id, parent, device, root, mount point, … */
export function mountsIn(list: string, folder: string): string {
  return list
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , , , point]) => point !== undefined && isWithin(folder, unescapePoint(point)))
    .map(([id, , device, , point]) => `${id} ${device} ${point}`)
    .join('\n');
}

function unescapePoint(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

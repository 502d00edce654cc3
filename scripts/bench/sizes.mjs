import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder } from '../build/stamp.mjs';
import { sizeRows } from '../check/sizes.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export const rows = sizeRows().map(({ name, files, limitBytes, isGzipped }) => ({
  name,
  goal: `≤ ${kilobytes(limitBytes)}${isGzipped ? ' gzip' : ''}`,
  async run() {
    const bytes = files
      .map((file) => path.join(projectFolder, file))
      .reduce((sum, file) => sum + (isGzipped ? gzipSync(readFileSync(file), { level: 9 }).length : statSync(file).size), 0);
    return { value: `${kilobytes(bytes)} in ${files.length} files`, isMet: bytes <= limitBytes };
  },
}));

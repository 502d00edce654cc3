// Reads a ZIP from an untrusted source: lists its files and reads their lines, with limits on everything. No file is ever written under a
// name from the ZIP.
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { freeSpaceOf } from '../disk/free-space.ts';
import { BackupProblem } from './backup-problem.ts';

export interface ReadZip {
  names: string[];
  has(name: string): boolean;
  /** The lines of one file, without empty ones, each with its number from 1. @throws BackupProblem */
  lines(name: string, maxBytes?: number): AsyncGenerator<{ line: string; number: number }>;
  /** The bytes of one file. @throws BackupProblem; a wrong checksum is detected only after the last byte */
  bytes(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * This many entries suffice for a file per table and a picture per video, and for TubeArchivist's indexes, which are split into files of
 * ten thousand documents. Each entry takes half a kilobyte of memory.
 */
const maxEntries = 250_000;
/** The line of a video with 100 000 comments is shorter. A complete line is held in memory. */
const maxLineBytes = 128 * 1024 * 1024;

/** @param targetFolder a folder on the disk to which the rows will be written. A ZIP that claims to contain more than fits there is refused. */
export async function openZip(file: string, targetFolder: string): Promise<ReadZip> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch(throwUnreadable);
  try {
    const entries = await entriesOf(zip);
    await requireSpace(entries, targetFolder);
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name),
      lines: (name, maxBytes = maxLineBytes) => linesOf(bytesOf(zip, entries.get(name), name), name, maxBytes),
      bytes: (name) => bytesOf(zip, entries.get(name), name),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new BackupProblem((texts) => texts.manyParts(zip.entryCount));
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      // The name is decoded here, so that a name such as /etc/passwd gets a message of its own. The package would report it as damage.
      const name = (entry.fileName as unknown as Buffer).toString('utf8');
      if (name.startsWith('/') || name.split(/[\\/]/).includes('..')) throw new BackupProblem((texts) => texts.nameLeadsOut(name.slice(0, 60)));
      if (entries.has(name)) throw new BackupProblem((texts) => texts.twice(name));
      if (entry.isEncrypted()) throw new BackupProblem((texts) => texts.encrypted);
      entries.set(name, entry);
    }
  } catch (error) {
    throwUnreadable(error);
  }
  return entries;
}

/**
 * Refuses a ZIP that needs more space than is free. Rows with their indexes take about as much space as their lines: once in the new
 * database, and once more while that database is copied into the current one. A stored file is written once.
 */
async function requireSpace(entries: Iterable<[string, Entry]>, folder: string): Promise<void> {
  let claimedBytes = 0;
  let neededBytes = 0;
  for (const [name, { uncompressedSize }] of entries) {
    claimedBytes += uncompressedSize;
    neededBytes += name.includes('/') ? uncompressedSize : uncompressedSize * 2;
  }
  const freeBytes = await freeSpaceOf(folder);
  if (neededBytes > freeBytes) {
    throw new BackupProblem((texts, { formatSize }) => texts.unpackedSpace(formatSize(claimedBytes), formatSize(neededBytes), formatSize(freeBytes)));
  }
}

async function* bytesOf(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (!entry) throw new BackupProblem((texts) => texts.noPart(name));
  let checksum = 0;
  const stream = await zip.openReadStreamPromise(entry).catch(throwUnreadable);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throwUnreadable(error);
  } finally {
    stream.destroy();
  }
  if (checksum !== entry.crc32) throw new BackupProblem((texts) => texts.altered(name));
}

async function* linesOf(bytes: AsyncGenerator<Buffer>, name: string, maxBytes: number): AsyncGenerator<{ line: string; number: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let partBytes = 0;
  let number = 0;
  const finishLine = (lastPart: Buffer): string => {
    const line = parts.length === 0 ? lastPart : Buffer.concat([...parts, lastPart]);
    parts = [];
    partBytes = 0;
    number += 1;
    try {
      return decoder.decode(line);
    } catch {
      throw new BackupProblem((texts) => texts.badText(texts.line(number, name)));
    }
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = finishLine(chunk.subarray(start, end));
      if (line.trim() !== '') yield { line, number };
      start = end + 1;
    }
    // The rest is copied, because the chunk's memory may be reused.
    if (start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)));
    partBytes += chunk.length - start;
    if (partBytes > maxBytes) throw new BackupProblem((texts) => texts.longLine(texts.line(number + 1, name)));
  }
  const lastLine = finishLine(Buffer.alloc(0));
  if (lastLine.trim() !== '') yield { line: lastLine, number };
}

function throwUnreadable(error: unknown): never {
  if (error instanceof BackupProblem) throw error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT') throw new BackupProblem((texts) => texts.noFile);
  if (code === 'EACCES') throw new BackupProblem((texts) => texts.forbidden);
  throw new BackupProblem((texts) => texts.notZip);
}

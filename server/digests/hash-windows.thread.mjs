// The body of the thread that media-digests.ts starts: reads an open file in order and posts the SHA-256 of each window. This file is
// JavaScript, because Node 20 cannot load TypeScript in a thread.
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const { descriptor, firstByte, totalBytes, windowBytes } = workerData;
const chunk = Buffer.alloc(Math.min(1024 * 1024, windowBytes));

yieldToOthers();
for (let start = firstByte; start < totalBytes; start += windowBytes) {
  parentPort.postMessage(digestOf(start, Math.min(windowBytes, totalBytes - start)));
}

/** @throws if the file has become shorter */
function digestOf(start, length) {
  const hash = createHash('sha256');
  for (let hashedBytes = 0; hashedBytes < length;) {
    const readBytes = readSync(descriptor, chunk, 0, Math.min(chunk.length, length - hashedBytes), start + hashedBytes);
    if (readBytes === 0) throw new Error('the file ended early');
    hash.update(chunk.subarray(0, readBytes));
    hashedBytes += readBytes;
  }
  return hash.digest();
}

/** Lowers this thread's priority, also for disk access. Only on Linux: elsewhere priorities apply to the whole process. */
function yieldToOthers() {
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
}

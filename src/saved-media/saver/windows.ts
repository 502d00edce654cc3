// Fills one buffer with the next bytes of a body. It is the same buffer for the whole film: memory does not grow with it.
import { failed, ok, type Result } from '../../lib/result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A buffer whose first `have` bytes are filled. Who hands it over gets another object of the same memory back. */
export interface Filled {
  buffer: ArrayBuffer;
  have: number;
}

/** What is left of a chunk that did not fit is kept for the next window. */
export interface BodyReader {
  /**
   * Fills `buffer` behind what it has, up to `wanted` bytes or until `isEnough`. `cut`: the body ended before.
   * @param onBytes counts what came from the network
   */
  fill(filled: Filled, wanted: number, onBytes: (count: number) => void, isEnough?: (have: number) => boolean): Promise<Result<Filled, 'cut'>>;
  /** Ends a `fill` that waits: it answers `cut`. */
  cancel(): Promise<void>;
}

export function createBodyReader(body: ReadableStream<Bytes>): BodyReader {
  try {
    return byob(body.getReader({ mode: 'byob' }));
  } catch (reason) {
    // A body that is no byte stream, in engines that make none of answers.
    if (reason instanceof TypeError) return chunked(body.getReader());
    throw reason;
  }
}

function byob(reader: ReadableStreamBYOBReader): BodyReader {
  return {
    async fill({ buffer, have }, wanted, onBytes, isEnough = () => false) {
      let memory = buffer;
      while (have < wanted && !isEnough(have)) {
        const { done, value } = await reader.read(new Uint8Array(memory, have, wanted - have)).catch(() => ({ done: true, value: undefined }) as const);
        // The memory of a broken read is lost: the caller takes a new one.
        if (value) memory = value.buffer;
        if (done) return failed('cut');
        have += value.byteLength;
        onBytes(value.byteLength);
      }
      return ok({ buffer: memory, have });
    },
    cancel: () => reader.cancel().catch(() => undefined), // it has broken off already
  };
}

function chunked(reader: ReadableStreamDefaultReader<Bytes>): BodyReader {
  let rest: Bytes = new Uint8Array();
  return {
    async fill({ buffer, have }, wanted, onBytes, isEnough = () => false) {
      const into = new Uint8Array(buffer);
      while (have < wanted && !isEnough(have)) {
        if (rest.byteLength === 0) {
          const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
          if (done) return failed('cut');
          onBytes(value.byteLength);
          rest = value;
        }
        const taken = rest.subarray(0, wanted - have);
        into.set(taken, have);
        have += taken.byteLength;
        rest = rest.subarray(taken.byteLength);
      }
      return ok({ buffer, have });
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

// Fills one buffer with the next bytes of a body. The same buffer serves the whole film: memory use does not grow with it.
import { failed, ok, type Result } from '../../lib/result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A buffer whose first `have` bytes are filled. The caller gets a different object over the same memory back. */
export interface Filled {
  buffer: ArrayBuffer;
  have: number;
}

/** The rest of a body chunk that did not fit is kept for the next window. */
export interface BodyReader {
  /**
   * Fills `buffer` after its `have` bytes, up to `wanted` bytes or until `isEnough`. `cut`: the body ended earlier.
   * @param onBytes counts what came from the network
   */
  fill(filled: Filled, wanted: number, onBytes: (count: number) => void, isEnough?: (have: number) => boolean): Promise<Result<Filled, 'cut'>>;
  /** Ends a waiting `fill`, which then returns `cut`. */
  cancel(): Promise<void>;
}

export function createBodyReader(body: ReadableStream<Bytes>): BodyReader {
  try {
    return byob(body.getReader({ mode: 'byob' }));
  } catch (reason) {
    // A body that is not a byte stream, in engines that do not make responses byte streams.
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
        // The memory of a failed read is lost: the caller takes a new buffer.
        if (value) memory = value.buffer;
        if (done) return failed('cut');
        have += value.byteLength;
        onBytes(value.byteLength);
      }
      return ok({ buffer: memory, have });
    },
    cancel: () => reader.cancel().catch(() => undefined), // it has already broken off
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

// Fills one buffer with the next bytes of a body. The same buffer serves the whole file, so memory use does not grow with the file.
import { failed, ok, type Result } from '../../lib/result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A buffer whose first `filledBytes` bytes are filled. `fill` returns a different buffer object over the same memory. */
export interface WindowBuffer {
  buffer: ArrayBuffer;
  filledBytes: number;
}

/** Reads a body window by window. The rest of a chunk that did not fit into one window is kept for the next. */
export interface BodyReader {
  /**
   * Fills the buffer after its `filledBytes` bytes, up to `targetBytes` or until `isEnough`. Fails as `cut` if the body ended earlier.
   * @param onBytes called with the number of bytes of each read
   */
  fill(
    windowBuffer: WindowBuffer,
    targetBytes: number,
    onBytes: (count: number) => void,
    isEnough?: (filledBytes: number) => boolean,
  ): Promise<Result<WindowBuffer, 'cut'>>;
  /** Ends a waiting `fill`, which then returns `cut`. */
  cancel(): Promise<void>;
}

/** Called after each read. Returns null if the next read may follow immediately. */
export type Pause = () => Promise<void> | null;

export function createBodyReader(body: ReadableStream<Bytes>, pause: Pause = () => null): BodyReader {
  try {
    return createByobReader(body.getReader({ mode: 'byob' }), pause);
  } catch (reason) {
    // In some engines the body of a response is not a byte stream.
    if (reason instanceof TypeError) return createChunkReader(body.getReader(), pause);
    throw reason;
  }
}

function createByobReader(reader: ReadableStreamBYOBReader, pause: Pause): BodyReader {
  return {
    async fill({ buffer, filledBytes }, targetBytes, onBytes, isEnough = () => false) {
      let memory = buffer;
      while (filledBytes < targetBytes && !isEnough(filledBytes)) {
        const { done, value } = await reader
          .read(new Uint8Array(memory, filledBytes, targetBytes - filledBytes))
          .catch(() => ({ done: true, value: undefined }) as const);
        // The memory of a failed read is lost, so the caller takes a new buffer.
        if (value) memory = value.buffer;
        if (done) return failed('cut');
        filledBytes += value.byteLength;
        onBytes(value.byteLength);
        await pause();
      }
      return ok({ buffer: memory, filledBytes });
    },
    cancel: () => reader.cancel().catch(() => undefined), // the body has already broken off
  };
}

function createChunkReader(reader: ReadableStreamDefaultReader<Bytes>, pause: Pause): BodyReader {
  let unreadBytes: Bytes = new Uint8Array();
  return {
    async fill({ buffer, filledBytes }, targetBytes, onBytes, isEnough = () => false) {
      const into = new Uint8Array(buffer);
      while (filledBytes < targetBytes && !isEnough(filledBytes)) {
        if (unreadBytes.byteLength === 0) {
          const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
          if (done) return failed('cut');
          onBytes(value.byteLength);
          unreadBytes = value;
          await pause();
        }
        const piece = unreadBytes.subarray(0, targetBytes - filledBytes);
        into.set(piece, filledBytes);
        filledBytes += piece.byteLength;
        unreadBytes = unreadBytes.subarray(piece.byteLength);
      }
      return ok({ buffer, filledBytes });
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

// A video of the sample library with its duration unchanged but many more bytes, so that it is played and saved part by part.

/** Boxes that contain others, on the way to the chunk offset tables. */
const containerBoxes = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/**
 * `video`: an MP4 whose index (`moov`) precedes its data. The added bytes are between the chunks of audio and video, and are not played.
 */
export function aSpreadVideo(video: Uint8Array, totalBytes: number): Uint8Array {
  const tables = offsetTables(video, 0, video.length);
  const offsets = tables.flatMap((table) => offsetsOf(video, table)).toSorted((left, right) => left - right);
  const gap = Math.floor((totalBytes - video.length) / offsets.length);
  const large = new Uint8Array(video.length + gap * offsets.length);
  const addedBeforeByOffset = new Map(offsets.map((offset, index) => [offset, gap * (index + 1)]));
  let copiedFrom = 0;
  let writtenTo = 0;
  for (const offset of offsets) {
    large.set(video.subarray(copiedFrom, offset), writtenTo);
    writtenTo += offset - copiedFrom;
    // Bytes that depend on their position, so that swapped parts would show.
    for (let at = 0; at < gap; at += 4) large[writtenTo + at] = (writtenTo + at) & 255;
    writtenTo += gap;
    copiedFrom = offset;
  }
  large.set(video.subarray(copiedFrom), writtenTo);
  const view = new DataView(large.buffer);
  for (const table of tables) {
    const count = view.getUint32(table + 12);
    for (let at = table + 16; at < table + 16 + count * 4; at += 4) view.setUint32(at, view.getUint32(at) + (addedBeforeByOffset.get(view.getUint32(at)) ?? 0));
  }
  const data = boxesOf(video, 0, video.length).find(({ name }) => name === 'mdat');
  if (data) view.setUint32(data.at, data.length + gap * offsets.length);
  return large;
}

function offsetsOf(video: Uint8Array, table: number): number[] {
  const view = new DataView(video.buffer, video.byteOffset);
  return Array.from({ length: view.getUint32(table + 12) }, (_, index) => view.getUint32(table + 16 + index * 4));
}

/** The offsets of the `stco` boxes. */
function offsetTables(video: Uint8Array, from: number, end: number): number[] {
  return boxesOf(video, from, end).flatMap(({ name, at, length }) => {
    if (name === 'stco') return [at];
    return containerBoxes.includes(name) ? offsetTables(video, at + 8, at + length) : [];
  });
}

function boxesOf(video: Uint8Array, from: number, end: number): { name: string; at: number; length: number }[] {
  const view = new DataView(video.buffer, video.byteOffset);
  const boxes: { name: string; at: number; length: number }[] = [];
  for (let at = from; at < end; at += boxes.at(-1)?.length ?? end) {
    boxes.push({ name: new TextDecoder().decode(video.subarray(at + 4, at + 8)), at, length: view.getUint32(at) });
  }
  return boxes;
}

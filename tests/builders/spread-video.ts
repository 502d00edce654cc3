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
  const largeVideo = new Uint8Array(video.length + gap * offsets.length);
  const addedBeforeByOffset = new Map(offsets.map((offset, index) => [offset, gap * (index + 1)]));
  let copiedFrom = 0;
  let writtenTo = 0;
  for (const offset of offsets) {
    largeVideo.set(video.subarray(copiedFrom, offset), writtenTo);
    writtenTo += offset - copiedFrom;
    // Bytes that depend on their position, so that swapped parts would show.
    for (let index = 0; index < gap; index += 4) largeVideo[writtenTo + index] = (writtenTo + index) & 255;
    writtenTo += gap;
    copiedFrom = offset;
  }
  largeVideo.set(video.subarray(copiedFrom), writtenTo);
  const view = new DataView(largeVideo.buffer);
  for (const table of tables) {
    const count = view.getUint32(table + 12);
    for (let entry = table + 16; entry < table + 16 + count * 4; entry += 4)
      view.setUint32(entry, view.getUint32(entry) + (addedBeforeByOffset.get(view.getUint32(entry)) ?? 0));
  }
  const data = boxesOf(video, 0, video.length).find(({ name }) => name === 'mdat');
  if (data) view.setUint32(data.offset, data.length + gap * offsets.length);
  return largeVideo;
}

function offsetsOf(video: Uint8Array, table: number): number[] {
  const view = new DataView(video.buffer, video.byteOffset);
  return Array.from({ length: view.getUint32(table + 12) }, (_, index) => view.getUint32(table + 16 + index * 4));
}

/** The offsets of the `stco` boxes. */
function offsetTables(video: Uint8Array, from: number, end: number): number[] {
  return boxesOf(video, from, end).flatMap(({ name, offset, length }) => {
    if (name === 'stco') return [offset];
    return containerBoxes.includes(name) ? offsetTables(video, offset + 8, offset + length) : [];
  });
}

function boxesOf(video: Uint8Array, from: number, end: number): { name: string; offset: number; length: number }[] {
  const view = new DataView(video.buffer, video.byteOffset);
  const boxes: { name: string; offset: number; length: number }[] = [];
  for (let offset = from; offset < end; offset += boxes.at(-1)?.length ?? end) {
    boxes.push({ name: new TextDecoder().decode(video.subarray(offset + 4, offset + 8)), offset, length: view.getUint32(offset) });
  }
  return boxes;
}

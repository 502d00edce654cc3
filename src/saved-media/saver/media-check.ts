// Checks whether bytes look like a video file: the first boxes of MP4, the header of WebM and Matroska, the sync bytes of MPEG-TS. Pure.
// Detects a web page sent with a video's content type, and a file whose beginning is missing.

/** @param head the first 512 bytes, or fewer if there are no more */
export function looksLikeVideo(head: Uint8Array, contentType: string): boolean {
  if (/webm|matroska/i.test(contentType)) return startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]);
  if (/mp4|quicktime|m4v/i.test(contentType)) return /^(ftyp|moov|mdat|free|skip|wide)$/.test(String.fromCharCode(...head.subarray(4, 8)));
  if (/mp2t/i.test(contentType)) return head[0] === 0x47;
  // For other formats, only a web page is rejected.
  return !/^\s*</.test(new TextDecoder().decode(head.subarray(0, 64)));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

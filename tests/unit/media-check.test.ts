// The first bytes of a file show whether it is a video of its content type.
import { expect, test } from 'vitest';
import { looksLikeVideo } from '../../src/saved-media/saver/media-check.ts';

const webPage = new TextEncoder().encode('\n<!doctype html><title>Sign in</title>');
const box = (name: string): Uint8Array => new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode(`${name}isom`)]);
const matroskaHeader = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x9f]);
const transportPacket = new Uint8Array([0x47, 0x40, 0x11]);

test.each([
  ['video/mp4', box('ftyp')],
  ['video/mp4; codecs="avc1"', box('moov')],
  ['video/quicktime', box('wide')],
  ['video/x-m4v', box('mdat')],
  ['video/webm', matroskaHeader],
  ['video/x-matroska', matroskaHeader],
  ['video/mp2t', transportPacket],
  ['application/octet-stream', box('ftyp')],
])('a file that begins like a video of its type is accepted, and a web page of that type is not (%s)', (contentType, head) => {
  expect(looksLikeVideo(head, contentType)).toBe(true);
  expect(looksLikeVideo(webPage, contentType)).toBe(false);
});

test.each([
  ['video/mp4', matroskaHeader],
  ['video/mp4', new Uint8Array()],
  ['video/webm', box('ftyp')],
  ['video/webm', matroskaHeader.subarray(0, 3)],
  ['video/mp2t', box('ftyp')],
])('a file that does not begin like a video of its type is not accepted (%s)', (contentType, head) => {
  expect(looksLikeVideo(head, contentType)).toBe(false);
});

// A saved video and its subtitles go to the share sheet if it accepts files; otherwise they are downloaded.
import { expect, test } from 'vitest';
import { exportVideo, fileNameOf, type ExportPorts } from '../../src/features/saved/export-video.ts';

const savedCopy = {
  video: new Blob(['video'], { type: 'video/webm' }),
  subtitles: [{ url: '/youtube/UC1/fog.en.vtt', body: new Blob(['WEBVTT']) }],
};
const fogVideo = { title: 'Fog: day 3/4 ', videoId: 'fog1' };
const fileNames = ['Fog day 3 4 [fog1].webm', 'Fog day 3 4 [fog1].en.vtt'];

function setUp(overrides: Partial<ExportPorts> = {}) {
  const downloads: string[] = [];
  const sharedFiles: string[][] = [];
  const ports: ExportPorts = {
    canShare: () => true,
    share: async (files) => void sharedFiles.push(files.map(({ name }) => name)),
    download: (file) => void downloads.push(file.name),
    ...overrides,
  };
  return { downloads, sharedFiles, run: () => exportVideo(savedCopy, fogVideo, ports) };
}

test('the video goes to the share sheet together with its subtitles', async () => {
  const { run, sharedFiles, downloads } = setUp();
  expect(await run()).toBe('shared');
  expect([sharedFiles, downloads]).toEqual([[fileNames], []]);
});

test('the video and its subtitles are downloaded where files cannot be shared, or when the browser refuses to share them', async () => {
  for (const overrides of [
    { canShare: () => false },
    { share: () => Promise.reject(new DOMException('too large', 'NotAllowedError')) },
  ] satisfies Partial<ExportPorts>[]) {
    const { run, downloads } = setUp(overrides);
    expect(await run()).toBe('downloaded');
    expect(downloads).toEqual(fileNames);
  }
});

test('nothing is downloaded when the share sheet is closed', async () => {
  const { run, downloads } = setUp({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
  expect(await run()).toBe('cancelled');
  expect(downloads).toEqual([]);
});

test.each([
  ['../..\\ etc: "passwd"?', 'etc passwd [id]'],
  ['ﾂｶ مرحبا', 'ﾂｶ مرحبا [id]'],
  ['...', 'id'],
  ['\u0000\u001f', 'id'],
  ['x'.repeat(300), `${'x'.repeat(200)} [id]`],
  ['灯'.repeat(100), `${'灯'.repeat(66)} [id]`],
  ['🏮'.repeat(100), `${'🏮'.repeat(50)} [id]`],
])('%j becomes the file name %j', (title, name) => {
  expect(fileNameOf(title, 'id')).toBe(name);
});

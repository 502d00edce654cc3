import { describe, expect, test } from 'vitest';
import { isUnfinished, parseFileName } from '../../server/library/file-names.ts';
import { parseFileList } from '../../server/library/file-lists.ts';
import { factsOfName } from '../../server/library/name-facts.ts';

const startOfDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

describe('the name of a file gives its role', () => {
  const mediaBases = new Set(['Talk', 'Part 1.5', 'Ünder', 'a.b.c']);
  test.each([
    ['Talk.mp4', { role: 'media', base: 'Talk' }],
    ['Talk.MKV', { role: 'media', base: 'Talk', canProbe: true }],
    ['Talk.avi', { role: 'media', canProbe: false }],
    ['Talk.info.json', { role: 'info', base: 'Talk' }],
    ['Talk.webp', { role: 'picture', base: 'Talk', qualifier: null }],
    ['Talk.avatar_uncropped.jpg', { role: 'picture', base: 'Talk', qualifier: 'avatar_uncropped' }],
    ['Talk.en.vtt', { role: 'subtitle', base: 'Talk', lang: 'en' }],
    ['Talk.en-US.vtt', { role: 'subtitle', lang: 'en-US' }],
    ['Talk.en-orig.vtt', { role: 'subtitle', lang: 'en-orig' }],
    ['Talk.zh-Hans.srt', { role: 'subtitle', lang: 'zh-Hans', extension: 'srt' }],
    ['Talk.vtt', { role: 'subtitle', lang: 'und' }],
    ['Talk.live_chat.json3', { role: 'other' }],
    ['Talk.live_chat.json', { role: 'other' }],
    ['Part 1.5.vtt', { role: 'subtitle', base: 'Part 1.5', lang: 'und' }],
    ['Part 1.5.de.vtt', { role: 'subtitle', base: 'Part 1.5', lang: 'de' }],
    ['a.b.c.en.vtt', { role: 'subtitle', base: 'a.b.c', lang: 'en' }],
    ['Ünder.en.vtt'.normalize('NFD'), { role: 'subtitle', base: 'Ünder', lang: 'en' }],
    ['Talk.description', { role: 'description', base: 'Talk' }],
    ['list.m3u8', { role: 'file-list' }],
    ['Talk.txt', { role: 'other' }],
    ['.mp4', { role: 'other' }],
  ])('%s', (name, expectedRole) => {
    expect(parseFileName(name, (base) => mediaBases.has(base))).toMatchObject(expectedRole);
  });

  test.each([
    'Talk.mp4.part',
    'Talk.mp4.ytdl',
    'Talk.temp.mp4',
    'Talk.f137.mp4',
    'Talk.f251.webm',
    'Talk.f137.mp4.part',
    'Talk.mp4.part-Frag12',
    'Talk.mp4.part-Frag12.part',
    'Talk.fhls-720.mp4',
    'Talk.f140-1.m4a',
  ])('%s belongs to a running download', (name) => {
    expect(isUnfinished(name)).toBe(true);
    expect(parseFileName(name, () => false)).toEqual({ role: 'unfinished', base: 'Talk' });
  });

  test.each(['Talk.final.mp4', 'Talk f137.mp4', 'Talk.flight.mp4', 'Part.mp4'])('%s is finished', (name) => {
    expect(isUnfinished(name)).toBe(false);
  });
});

describe('a name without a description gives title, id and date', () => {
  test.each([
    ['Low tide [Qx7vR2mKc-4]', { title: 'Low tide', sourceId: 'Qx7vR2mKc-4', isYoutubeId: true }],
    ['Low tide-Qx7vR2mKc-4', { title: 'Low tide', sourceId: 'Qx7vR2mKc-4', isYoutubeId: true }],
    ['Qx7vR2mKc-4', { title: 'Qx7vR2mKc-4', sourceId: 'Qx7vR2mKc-4', isYoutubeId: true }],
    ['Low tide [123456789]', { title: 'Low tide', sourceId: '123456789', isYoutubeId: false }],
    ['Low tide [1080p]', { title: 'Low tide [1080p]', sourceId: null }],
    ['Low tide [documentary]', { title: 'Low tide [documentary]', sourceId: null }],
    ['Low tide [official video]', { title: 'Low tide [official video]', sourceId: null }],
    ['Interview-1', { title: 'Interview-1', sourceId: null }],
    ['A fine presentation', { title: 'A fine presentation', sourceId: null }],
    ['20240310 Low tide', { title: 'Low tide', publishedSeconds: startOfDay('2024-03-10') }],
    ['20240310 - Low tide [Qx7vR2mKc-4]', { title: 'Low tide', sourceId: 'Qx7vR2mKc-4', publishedSeconds: startOfDay('2024-03-10') }],
    ['2024-03-10 Low tide', { title: 'Low tide', publishedSeconds: startOfDay('2024-03-10') }],
    ['[2024.03.10] Low tide', { title: 'Low tide', publishedSeconds: startOfDay('2024-03-10') }],
    ['Low tide (2024-03-10)', { title: 'Low tide', publishedSeconds: startOfDay('2024-03-10') }],
    ['20240231 Low tide', { title: '20240231 Low tide', publishedSeconds: null }],
    ['20241399 Low tide', { title: '20241399 Low tide', publishedSeconds: null }],
    ['20240310', { title: '20240310', publishedSeconds: startOfDay('2024-03-10') }],
    ['What is a pier？ ＂Answers＂ ｜ Harbour⧸Sea', { title: 'What is a pier? "Answers" | Harbour/Sea' }],
    ['Low_tide_at_the_pier', { title: 'Low tide at the pier' }],
    ['🌊 ebb 🌊', { title: '🌊 ebb 🌊' }],
  ])('%s', (base, expectedFacts) => {
    expect(factsOfName(base)).toMatchObject(expectedFacts);
  });

  test('in a folder named like a channel id, eleven characters are an id even if they look like a word', () => {
    expect(factsOfName('Interview-1', true)).toMatchObject({ sourceId: 'Interview-1', isYoutubeId: true });
  });
});

describe('a list of files', () => {
  test('names local files relative to itself, with titles, and nothing outside the library', () => {
    const list = parseFileList(
      '\ufeff#EXTM3U\r\n#PLAYLIST:Evenings\r\n#EXTINF:60,First one\r\nchannel/a.mp4\r\n../b.mp4\r\n../../etc/passwd\r\n/etc/passwd\r\nhttps://example.org/c.mp4\r\n',
      'lists/evening.m3u8',
      'evening',
    );
    expect(list).toEqual({
      name: 'Evenings',
      entries: [
        { path: 'lists/channel/a.mp4', title: 'First one' },
        { path: 'b.mp4', title: null },
      ],
    });
  });

  test('is not an HLS manifest', () => {
    expect(parseFileList('#EXTM3U\n#EXT-X-TARGETDURATION:6\nseg0.ts\n', 'a.m3u8', 'a')).toBeNull();
  });
});

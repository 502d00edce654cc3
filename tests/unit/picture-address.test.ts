import { expect, onTestFinished, test, vi } from 'vitest';
import { pictureWidths } from '../../src/contract/picture-widths.ts';
import { pictureAddress, setPictureArchive, type PicturePlace } from '../../src/lib/picture-address.ts';

const archiveId = '3f0c1a52-5d0e-4b35-9a8e-0d7a4d1f2b6c';
const forwardedId = '0123456789abcdef0123456789abcdef';
const poster = '/cache/videos/f/fogNorthSea.jpg';
const places: PicturePlace[] = ['card', 'feature', 'icon', 'banner'];

test('the embedded server is asked for widths that it has, larger ones on screens with small pixels', () => {
  const widthsAt = (pixelRatio: number): number[] => {
    openAccount(pixelRatio, archiveId);
    return places.map((place) => Number(/^\/cache\/videos\/f\/fogNorthSea\.jpg\?width=(\d+)$/.exec(pictureAddress(poster, place) ?? '')?.[1]));
  };
  const [plainWidths, denseWidths] = [widthsAt(1.25), widthsAt(2)];
  expect(plainWidths).toEqual([540, 960, 240, 540]);
  expect(denseWidths).toEqual([960, 960, 240, 1440]);
  expect(pictureWidths).toEqual(expect.arrayContaining([...plainWidths, ...denseWidths]));
});

test('a card of a video that was shown large uses the large picture, so that it is not fetched twice', () => {
  openAccount(1, archiveId);
  expect(pictureAddress(poster)).toBe(`${poster}?width=540`);
  const large = pictureAddress(poster, 'feature');
  expect(large).toBe(`${poster}?width=960`);
  expect(pictureAddress(poster)).toBe(large);
});

test('a zoom changes no address', () => {
  openAccount(1, archiveId);
  vi.stubGlobal('devicePixelRatio', 3);
  expect(pictureAddress(poster)).toBe(`${poster}?width=540`);
});

test.each([
  ['the archive has no id, as at a TubeArchivist server', null, poster],
  ['the server forwards to another archive', forwardedId, poster],
  ['the address is signed', archiveId, `${poster}?sig=1`],
  ['the picture is elsewhere', archiveId, 'https://i.ytimg.com/vi/x/hq.jpg'],
  ['there is no picture', archiveId, null],
])('the address stays as it is if %s', (_when, id, address) => {
  openAccount(3, id);
  expect(pictureAddress(address)).toBe(address);
});

/** Opens an account of this archive on a device with this pixel ratio. */
function openAccount(pixelRatio: number, id: string | null): void {
  vi.stubGlobal('devicePixelRatio', pixelRatio);
  onTestFinished(() => {
    setPictureArchive(null);
    vi.unstubAllGlobals();
  });
  setPictureArchive(id);
}

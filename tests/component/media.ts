// Media that plays in a component test: the scripted archive serves none, so a video's `media_url` is the address of a blob.

/** The address of a film of the sample library: 192 s, 1280 × 720, with sound. */
export async function fogFilm(): Promise<string> {
  const folder = '/server/sample-library/library/Slow Harbour/';
  const film = await fetch(encodeURI(`${folder}Crossing the North Sea alone, day 3： fog [fogNorthSea].mp4`));
  if (!film.ok) throw new Error(`The film was answered with ${film.status}`);
  return URL.createObjectURL(await film.blob());
}

/** The address of a silent WAV file with 8-bit samples at 3 kHz. */
export function silence(seconds: number): string {
  const rate = 3000;
  const head = new DataView(new ArrayBuffer(44));
  const words = (at: number, text: string) => [...text].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  words(0, 'RIFF');
  head.setUint32(4, 36 + rate * seconds, true);
  words(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  words(36, 'data');
  head.setUint32(40, rate * seconds, true);
  return URL.createObjectURL(new Blob([head, new Uint8Array(rate * seconds).fill(128)], { type: 'audio/wav' }));
}

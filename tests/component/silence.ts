/** Returns the address of a silent WAV file with 8-bit samples at 3 kHz, which plays without an archive. */
export function silence(seconds: number): string {
  const rate = 3000;
  const head = new DataView(new ArrayBuffer(44));
  const writeText = (offset: number, text: string) => [...text].forEach((letter, index) => head.setUint8(offset + index, letter.charCodeAt(0)));
  writeText(0, 'RIFF');
  head.setUint32(4, 36 + rate * seconds, true);
  writeText(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  writeText(36, 'data');
  head.setUint32(40, rate * seconds, true);
  return URL.createObjectURL(new Blob([head, new Uint8Array(rate * seconds).fill(128)], { type: 'audio/wav' }));
}

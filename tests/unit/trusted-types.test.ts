import { describe, expect, test } from 'vitest';
import { isOwnScript } from '../../src/app/trusted-types.ts';

const page = 'https://archive.example/channel/';

describe('a script is loaded', () => {
  test.each(['/sw.js', 'assets/video.js', 'https://archive.example/assets/a.js', 'blob:https://archive.example/0b9e'])('from our own origin: %s', (address) => {
    expect(isOwnScript(address, page)).toBe(true);
  });
  test.each(['https://evil.example/a.js', '//evil.example/a.js', 'http://archive.example/a.js', 'data:text/javascript,1', 'blob:https://evil.example/0b9e'])(
    'never from %s',
    (address) => {
      expect(isOwnScript(address, page)).toBe(false);
    },
  );
});

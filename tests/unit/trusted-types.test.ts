import { describe, expect, test } from 'vitest';
import { isCastSender, isOwnScript } from '../../src/app/trusted-types.ts';

const page = 'https://archive.example/channel/';

describe('the cast sender is recognised', () => {
  test.each(['https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1', '//www.gstatic.com/cast/sdk/libs/sender/1.0/cast_framework.js'])(
    'by its host and its folders: %s',
    (address) => {
      expect(isCastSender(address, page)).toBe(true);
    },
  );
  test.each([
    'https://www.gstatic.com/other/a.js',
    'https://www.gstatic.com/cv/js/sender/../../../other/a.js',
    'http://www.gstatic.com/cv/js/sender/v1/a.js',
    'https://gstatic.com.evil.example/cv/js/sender/a.js',
  ])('and not confused with %s', (address) => {
    expect(isCastSender(address, page)).toBe(false);
  });
});

describe('a script is loaded', () => {
  test.each(['/sw.js', 'assets/video.js', 'https://archive.example/assets/a.js', 'blob:https://archive.example/0b9e'])(
    'from the client’s own origin: %s',
    (address) => {
      expect(isOwnScript(address, page)).toBe(true);
    },
  );
  test.each(['https://evil.example/a.js', '//evil.example/a.js', 'http://archive.example/a.js', 'data:text/javascript,1', 'blob:https://evil.example/0b9e'])(
    'never from %s',
    (address) => {
      expect(isOwnScript(address, page)).toBe(false);
    },
  );
});

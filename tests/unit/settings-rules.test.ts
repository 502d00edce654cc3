// Rules that the settings pages and the video page use.
import { describe, expect, test } from 'vitest';
import { pageAt } from '../../src/network/page-at.ts';
import { membershipOf } from '../../src/features/playlists/playlist-membership.ts';
import { videoPath } from '../../src/lib/addresses.ts';
import { stylesheetOfTheme, themeNames, themeOfStylesheet } from '../../src/theme/themes.ts';

describe('membership in a custom playlist', () => {
  const videos = [
    { videoId: 'a', title: 'A' },
    { videoId: 'b', title: 'B' },
  ];

  test('adds only the missing videos, and removes all if the playlist contains all', () => {
    expect(membershipOf(['b', 'c'], videos)).toEqual({ extent: 'some', videosToChange: [videos[0]] });
    expect(membershipOf([], videos)).toEqual({ extent: 'none', videosToChange: videos });
    expect(membershipOf(['b', 'a'], videos)).toEqual({ extent: 'all', videosToChange: videos });
  });
});

describe('the check for a page of the server itself', () => {
  const fetchReturning = (answer: Response | Error) => async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const page = (body: string, init: ResponseInit = {}) => new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init });

  test('finds a page, or a redirect to its login', async () => {
    expect(await pageAt('/admin/', fetchReturning(page('<h1>Site administration</h1>')))).toBe('page');
    const redirect = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    expect(await pageAt('/admin/', fetchReturning(redirect))).toBe('login');
  });

  test('finds nothing if the answer is this client’s own page, an error or not HTML, or if there is no answer', async () => {
    expect(await pageAt('/admin/', fetchReturning(page('<div id="root"></div>')))).toBe('nothing');
    expect(await pageAt('/admin/', fetchReturning(page('nothing', { status: 404 })))).toBe('nothing');
    expect(await pageAt('/admin/', fetchReturning(Response.json({ error: 'no' })))).toBe('nothing');
    expect(await pageAt('/admin/', fetchReturning(new TypeError('away')))).toBe('nothing');
  });
});

test('the address of a moment in a video contains the whole second', () => {
  expect(videoPath('a-b_c')).toBe('/video/a-b_c');
  expect(videoPath('x/y', 83.9)).toBe('/video/x%2Fy?t=83');
});

test('each theme is found by the stylesheet name that the archive stores for it', () => {
  for (const name of themeNames) expect(themeOfStylesheet(stylesheetOfTheme(name))).toBe(name);
});

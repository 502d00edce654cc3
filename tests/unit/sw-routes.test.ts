import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { routeOf, type Route } from '../../sw/routes.ts';
import { hasExpectedType } from '../../sw/expected-type.ts';

const origin = 'https://archive.example';

describe('the worker answers', () => {
  const navigations: [path: string, route: Route][] = [
    ['/', 'document'],
    ['/index.html', 'document'],
    ['/channel/UCabc/?page=2', 'document'],
    ['/video/dQw4w9WgXcQ/', 'document'],
    ['/_dev', 'document'],
    ['/login/?next=/channel/', 'document'],
    ['/apiary/', 'network'],
    ['/channelling/', 'network'],
    // Paths that proxies serve at the archive's own address while a user signs in.
    ['/oauth2/start?rd=%2F', 'network'],
    ['/oauth2/callback?code=1', 'network'],
    ['/outpost.goauthentik.io/start', 'network'],
    ['/cdn-cgi/access/authorized', 'network'],
    ['/authelia/', 'network'],
    ['/login', 'network'],
    ['/login?rd=%2F', 'network'],
    ['/?sign-in', 'network'],
    ['/video/dQw4w9WgXcQ/?sign-in=', 'network'],
    ['/api/ping/', 'network'],
    ['/api', 'network'],
    ['/admin/', 'network'],
    ['/media/UCabc/x.mp4', 'network'],
    ['/youtube/UCabc/x.mp4', 'network'],
    ['/cache/videos/x.jpg', 'network'],
    ['/_saved/x', 'network'],
    ['/assets/index-abc.js', 'network'],
    ['/favicon.svg', 'network'],
    ['/robots.txt', 'network'],
  ];
  test.each(navigations)('a navigation to %s from the %s', (path, route) => {
    expect(routeOf({ method: 'GET', mode: 'navigate', url: origin + path }, origin)).toBe(route);
  });

  test('every page of the client from the document', async () => {
    const sources = await Promise.all(['router', 'other-routes'].map((name) => readFile(new URL(`../../src/app/${name}.tsx`, import.meta.url), 'utf8')));
    const paths = sources.flatMap((source) => [...source.matchAll(/ path="([^"*:]+)/g)].map(([, path]) => path));
    expect(paths).toContain('settings/user');
    // A channel's tabs are nested in its route.
    const nestedPaths = ['streams', 'shorts'];
    for (const path of paths.filter((each) => !nestedPaths.includes(String(each))))
      expect(routeOf({ method: 'GET', mode: 'navigate', url: `${origin}/${path}/` }, origin), path).toBe('document');
  });

  const requests: [method: string, url: string, route: Route][] = [
    ['GET', `${origin}/assets/index-abc.js`, 'built-file'],
    ['GET', `${origin}/icons/icon-192.png`, 'built-file'],
    ['GET', `${origin}/favicon.svg`, 'built-file'],
    ['GET', `${origin}/cache/videos/x.jpg`, 'image'],
    ['HEAD', `${origin}/cache/videos/x.jpg`, 'network'],
    ['GET', 'https://elsewhere.example/cache/videos/x.jpg', 'network'],
    ['GET', `${origin}/youtube/UCabc/x.mp4`, 'network'],
    ['GET', `${origin}/media/UCabc/x.mp4`, 'network'],
    ['GET', `${origin}/_saved/fogNorthSea/original/1`, 'saved-video'],
    ['HEAD', `${origin}/_saved/fogNorthSea/original/1`, 'saved-video'],
    ['POST', `${origin}/_saved/fogNorthSea/original/1`, 'network'],
    ['GET', 'https://elsewhere.example/_saved/fogNorthSea/original/1', 'network'],
    ['GET', `${origin}/youtube/UCabc/x.en.vtt`, 'subtitle'],
    ['GET', `${origin}/api/video/`, 'network'],
    ['POST', `${origin}/api/watched/`, 'network'],
    ['GET', `${origin}/sw.js`, 'network'],
  ];
  test.each(requests)('%s %s from the %s', (method, url, route) => {
    expect(routeOf({ method, mode: 'no-cors', url }, origin)).toBe(route);
  });
  test.each(['/cache/videos/x.jpg', '/youtube/UCabc/x.en.vtt'])('%s from the network, if a stored answer is not wanted', (path) => {
    expect(routeOf({ method: 'GET', mode: 'cors', url: origin + path, cache: 'no-store' }, origin)).toBe('network');
  });
});

describe('an answer is kept only if its type fits its address', () => {
  const answers: [address: string, status: number, type: string | null, isKept: boolean][] = [
    ['/assets/index-abc.js', 200, 'text/javascript; charset=utf-8', true],
    ['/assets/index-abc.js', 200, 'application/javascript', true],
    ['/assets/index-abc.js', 200, 'text/html', false],
    ['/assets/index-abc.js', 404, 'text/javascript', false],
    ['/assets/index-abc.js', 206, 'text/javascript', false],
    ['/assets/index-abc.css', 200, 'text/html; charset=utf-8', false],
    ['/assets/face.woff2', 200, 'font/woff2', true],
    ['/icons/icon-192.png', 200, 'text/html', false],
    ['/index.html', 200, 'text/html', true],
    ['/index.html', 200, 'application/json', false],
    ['/manifest.webmanifest', 200, 'application/manifest+json', true],
    ['/manifest.webmanifest', 200, 'text/html', false],
    ['/assets/index-abc.js', 200, null, false],
  ];
  test.each(answers)('%s with %i %s: %s', (address, status, type, isKept) => {
    const answer = new Response('x', { status, headers: type === null ? {} : { 'content-type': type } });
    if (type === null) answer.headers.delete('content-type');
    expect(hasExpectedType(answer, address)).toBe(isKept);
  });
});

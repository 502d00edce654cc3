// A server in front of another archive translates headers between the browser and that archive.
import { expect, test } from 'vitest';
import { answerHeaders, createArchiveCookies, requestHeaders, withoutCookies, withoutCors, withoutProxySignIn } from '../../server/forward/rewrite-headers.ts';
import type { RemoteArchive } from '../../server/forward/remote-archive.ts';

const remoteArchive = { origin: 'https://tube.example', basePath: '/tube', host: 'tube.example' } as RemoteArchive;
const cookies = (header: string[], isSecure: boolean) => answerHeaders(remoteArchive, { 'set-cookie': header }, isSecure)['set-cookie'];

test.each([
  ['sessionid=a; Path=/tube/; Domain=tube.example; Secure; HttpOnly; SameSite=Lax', 'sessionid=a; Path=/; Secure; HttpOnly; SameSite=Lax'],
  ['csrftoken=b; SameSite=None; Secure', 'csrftoken=b; SameSite=None; Secure'],
])('over https %s stays limited to https', (header, expectedCookie) => {
  expect(cookies([header], true)).toEqual([expectedCookie]);
});

test.each([
  ['sessionid=a; Path=/tube/; Domain=tube.example; Secure; HttpOnly; SameSite=Lax', 'sessionid=a; Path=/; HttpOnly; SameSite=Lax'],
  ['csrftoken=b; SameSite=None; Secure', 'csrftoken=b; SameSite=Lax'],
])('over plain http %s becomes a cookie that a browser accepts there', (header, expectedCookie) => {
  expect(cookies([header], false)).toEqual([expectedCookie]);
});

test('a cookie keeps its path below the archive, and a cookie for a path beside the archive keeps that path', () => {
  const header = ['/tube', '/tube/', '/tube/api', '/tube2', '/'].map((value) => `a=1; Path=${value}`);
  expect(cookies(header, false)).toEqual(['a=1; Path=/', 'a=1; Path=/', 'a=1; Path=/api', 'a=1; Path=/tube2', 'a=1; Path=/']);
});

test('a redirect within the archive becomes a redirect within this server, and a redirect elsewhere is left unchanged', () => {
  const location = (header: string) => answerHeaders(remoteArchive, { location: header }, false)['location'];
  expect(['https://tube.example/tube/api/x/', '/tube/login/', 'https://elsewhere.test/tube/'].map(location)).toEqual([
    '/api/x/',
    '/login/',
    'https://elsewhere.test/tube/',
  ]);
});

test('a redirect to the archive’s first page becomes a redirect to the first page of this server', () => {
  const location = (header: string, basePath: string) => answerHeaders({ ...remoteArchive, basePath }, { location: header }, false)['location'];
  expect(['https://tube.example/tube', 'https://tube.example/tube/', '/tube', '/tube?a=b'].map((header) => location(header, '/tube'))).toEqual([
    '/',
    '/',
    '/',
    '/?a=b',
  ]);
  expect(['https://tube.example', 'https://tube.example?a=b', 'https://tube.example.test/'].map((header) => location(header, ''))).toEqual([
    '/',
    '/?a=b',
    'https://tube.example.test/',
  ]);
});

test('a redirect to a path that browsers would read as the name of another host keeps the archive’s host', () => {
  const location = (header: string, basePath: string) => answerHeaders({ ...remoteArchive, basePath }, { location: header }, false)['location'];
  for (const pathRest of ['/\\elsewhere.test/', '/\t/elsewhere.test/', '/\t\\elsewhere.test/'])
    expect([
      location(`https://tube.example/tube${pathRest}`, '/tube'),
      location(`/tube${pathRest}`, '/tube'),
      location(`https://tube.example${pathRest}`, ''),
    ]).toEqual([`https://tube.example/tube${pathRest}`, `https://tube.example/tube${pathRest}`, `https://tube.example${pathRest}`]);
});

test('a redirect to a path beside the archive leads to the archive’s host', () => {
  const location = (header: string) => answerHeaders(remoteArchive, { location: header }, false)['location'];
  expect(['/tube2', 'https://tube.example/files/x', 'https://tube.example/tube//elsewhere.test/', '//elsewhere.test/', 'more/'].map(location)).toEqual([
    'https://tube.example/tube2',
    'https://tube.example/files/x',
    'https://tube.example/tube//elsewhere.test/',
    '//elsewhere.test/',
    'more/',
  ]);
});

test('the archive gets its own origin and no headers of a proxy; cookies and CORS headers can be removed', () => {
  const clientHeaders = {
    origin: 'http://here.test',
    referer: 'http://here.test/video/x',
    'x-forwarded-for': '203.0.113.7',
    'remote-user': 'mara',
    'x-archive-id': 'id-here',
    expect: '100-continue',
    cookie: 'sessionid=a',
    accept: '*/*',
  };
  const sentHeaders = requestHeaders(remoteArchive, clientHeaders);
  expect(sentHeaders).toEqual({
    origin: 'https://tube.example',
    referer: 'https://tube.example/tube/video/x',
    cookie: 'sessionid=a',
    accept: '*/*',
    host: 'tube.example',
  });
  expect(withoutCookies(sentHeaders)).not.toHaveProperty('cookie');
  expect(withoutCors({ 'access-control-allow-origin': '*', vary: 'cookie' })).toEqual({ vary: 'cookie, origin' });
});

test('the archive gets no cookies of other services at this server’s host', () => {
  const archiveCookies = createArchiveCookies();
  const cookie = 'grafana_session=g; sessionid=a; lb=1; csrftoken=b=';
  expect(archiveCookies.only({ cookie, accept: '*/*' })).toEqual({ cookie: 'sessionid=a; csrftoken=b=', accept: '*/*' });
  archiveCookies.learn({ 'set-cookie': ['lb=2; Path=/'] });
  expect(archiveCookies.only({ cookie })).toEqual({ cookie: 'sessionid=a; lb=1; csrftoken=b=' });
  expect(archiveCookies.only({ cookie: 'grafana_session=g' })).toEqual({});
});

test('the archive gets an API token, but no password that is meant for a proxy in front of this server', () => {
  expect(withoutProxySignIn({ authorization: 'Token abc', accept: '*/*' })).toEqual({ authorization: 'Token abc', accept: '*/*' });
  expect(withoutProxySignIn({ authorization: 'Basic bWFyYTpzZWNyZXQ=', accept: '*/*' })).toEqual({ accept: '*/*' });
});

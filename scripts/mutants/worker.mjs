// Faults of the service worker.

/** @type {import('./plant.mjs').Fault[]} */
export const workerFaults = [
  {
    name: 'a picture is revalidated without its date',
    file: 'sw/images.ts',
    find: "return modified === null ? {} : { 'if-modified-since': modified };",
    replace: 'return {};',
    tests: ['tests/unit/sw-images.test.ts'],
  },
  {
    name: 'a portal’s page is cached as a picture',
    file: 'sw/images.ts',
    find: "(answer.headers.get('content-type') ?? '').startsWith('image/')",
    replace: 'answer.headers.has("content-type")',
    tests: ['tests/unit/sw-images.test.ts'],
  },
  {
    name: 'a picture of another archive is shown',
    file: 'sw/images.ts',
    find: 'return answeringArchive === null || archive === unnamedArchive || answeringArchive === archive;',
    replace: 'return true;',
    tests: ['tests/unit/sw-images.test.ts'],
  },
  {
    name: 'media files pass through the worker',
    file: 'sw/routes.ts',
    find: "if (url.pathname.startsWith('/cache/')) return 'image';",
    replace: "if (/^\\/(cache|media)\\//.test(url.pathname)) return 'image';",
    tests: ['tests/unit/sw-routes.test.ts'],
  },
  {
    name: 'a page under /api/ is answered with the client',
    file: 'sw/routes.ts',
    find: '/^\\/((channel|playlist',
    replace: '/^\\/((api|channel|playlist',
    tests: ['tests/unit/sw-routes.test.ts'],
  },
  {
    name: 'the sign-in of a proxy is answered with the client',
    file: 'sw/routes.ts',
    find: ' && !searchParams.has(signInQuery)',
    replace: '',
    tests: ['tests/unit/sw-routes.test.ts'],
  },
  {
    name: 'a request to a silent server never ends',
    file: 'sw/idle-timeout-fetch.ts',
    find: 'else end();',
    replace: '',
    tests: ['tests/unit/sw-idle-timeout-fetch.test.ts'],
  },
  {
    name: 'a sign-in page is cached as the document',
    file: 'sw/app-shell.ts',
    find: 'return scripts.some(({ url }) => page.includes(url));',
    replace: 'return true;',
    tests: ['tests/unit/sw-app-shell.test.ts'],
  },
  {
    name: 'a shell cache that was emptied stays empty',
    file: 'sw/app-shell.ts',
    find: 'if (await isFromBuild(answer, url)) await cache.put(key, answer);',
    replace: 'if (key === url) await cache.put(key, answer);',
    tests: ['tests/unit/sw-app-shell.test.ts'],
  },
  {
    name: 'a sweep does not restore the lost row of a picture',
    file: 'sw/images.ts',
    find: 'if (await index.get(archive, address)) continue;',
    replace: 'continue;',
    tests: ['tests/unit/sw-images.test.ts'],
  },
  {
    name: 'a sweep keeps rows whose picture is gone',
    file: 'sw/image-index.ts',
    find: 'rows.filter((row) => !isKept(row))',
    replace: 'rows.filter(() => false)',
    tests: ['tests/unit/sw-images.test.ts'],
  },
];

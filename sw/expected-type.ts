// Whether an answer has the type that its address promises. A captive portal, or a server that answers everything with its document, sends
// HTML with status 200; such an answer must never be cached as a script, a style or a picture.

const types: [ending: RegExp, type: RegExp][] = [
  [/\.html$/, /^text\/html\b/],
  [/\.js$/, /javascript\b/],
  [/\.css$/, /^text\/css\b/],
  // Servers send various types for a manifest; only HTML in its place is wrong.
  [/\.webmanifest$/, /^(?!text\/html)/],
  [/\.woff2$/, /^(font\/|application\/(font|octet-stream))/],
  [/\.(png|svg|ico|webp|jpg)$/, /^image\//],
];

export function hasExpectedType(answer: Response, address: string): boolean {
  if (answer.status !== 200 || answer.type === 'opaque') return false;
  const { pathname } = new URL(address, 'http://any');
  const type = answer.headers.get('content-type') ?? '';
  return types.some(([ending, expected]) => ending.test(pathname) && expected.test(type));
}

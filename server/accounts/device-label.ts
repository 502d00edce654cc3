// Turns a browser's User-Agent into a label for people.
import { serverWording, type Wording } from '../texts/wording.ts';

// The order matters: most User-Agents also match a line further down.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(e|ium)\/|HeadlessChrome/, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** @param wording the visitor's language on pages, English in the API */
export function deviceLabel(userAgent: string, { texts: { people } }: Pick<Wording, 'texts'> = serverWording): string {
  const findName = (table: [RegExp, string][]): string | undefined => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = findName(browsers);
  const system = findName(systems);
  if (browser !== undefined) return system === undefined ? browser : people.browserOn(browser, system);
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program === undefined ? people.unnamedProgram : people.program(program);
}

// A program that answers like yt-dlp without a network: a small script, next to a file that contains the answer for each address. Tests
// name the program in STOWAWAY_YTDLP or in the builder's `ytDlp`.
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Page {
  /** The description of the address, as in an `.info.json`. */
  info?: Record<string, unknown>;
  /** Written to stderr if there is no `info`. */
  error?: string;
  /** Files next to the description, by the part of their names after the base: `.jpg`, `.avatar_uncropped.jpg`. */
  pictures?: Record<string, string>;
  /** The program answers only after `release`. */
  isHeld?: boolean;
  /** Milliseconds before the program answers. */
  delayMs?: number;
}

export interface FakeYtDlp {
  program: string;
  /** Replaces all pages; videos at other addresses are reported as removed. */
  serve(pages: Record<string, Page>): Promise<void>;
  /** From now until the next `serve`, held pages are answered, including earlier calls. */
  release(): Promise<void>;
  /** The arguments of each call so far, except version queries. */
  calls(): Promise<string[][]>;
  remove(): Promise<void>;
}

/**
 * Copies yt-dlp-stand-in.mjs into the folder: a program that downloads like yt-dlp, from a site of video-site.ts.
 * @returns the program's path
 */
export async function aDownloadingFakeYtDlp(folder: string): Promise<string> {
  const program = path.join(folder, 'yt-dlp.mjs');
  await copyFile(path.resolve(import.meta.dirname, 'yt-dlp-stand-in.mjs'), program);
  await chmod(program, 0o755);
  return program;
}

export async function aFakeYtDlp(pages: Record<string, Page> = {}): Promise<FakeYtDlp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-yt-dlp-'));
  const program = path.join(folder, 'yt-dlp');
  const pagesFile = path.join(folder, 'pages.json');
  const callsFile = path.join(folder, 'calls');
  const releaseFile = path.join(folder, 'released');
  async function serve(nextPages: Record<string, Page>): Promise<void> {
    await rm(releaseFile, { force: true });
    await writeFile(pagesFile, JSON.stringify(nextPages));
  }
  await serve(pages);
  await writeFile(callsFile, '');
  await writeFile(program, script(pagesFile, callsFile, releaseFile));
  await chmod(program, 0o755);
  return {
    program,
    serve,
    release: () => writeFile(releaseFile, ''),
    calls: async () =>
      (await readFile(callsFile, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The source of the program, which Node runs as CommonJS. */
function script(pagesFile: string, callsFile: string, releaseFile: string): string {
  return `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
if (args.includes('--version')) { console.log('2024.08.06'); process.exit(0); }
const address = args.at(-1);
const has = (name) => args.includes('--' + name);
const valueOf = (name) => args.find((arg) => arg.startsWith('--' + name + '='))?.slice(name.length + 3);
const page = JSON.parse(readFileSync(${JSON.stringify(pagesFile)}, 'utf8'))[address];
// The call is recorded after the page was read, because a test that sees the call may then serve another page.
appendFileSync(${JSON.stringify(callsFile)}, JSON.stringify(args) + '\\n');
function answer() {
  if (page?.info === undefined) {
    console.error('ERROR: ' + (page?.error ?? '[site] ' + address + ': Video unavailable. This video has been removed'));
    process.exit(1);
  }
  const entries = page.info.entries?.slice(0, Number(valueOf('playlist-end') ?? valueOf('playlist-items') ?? Infinity));
  const info = entries === undefined ? page.info : { ...page.info, entries };
  if (has('dump-single-json')) console.log(JSON.stringify(info));
  const base = (valueOf('output') ?? 'out.%(ext)s').replace('.%(ext)s', '');
  if (has('write-info-json')) writeFileSync(base + '.info.json', JSON.stringify(info));
  if (has('write-thumbnail') || has('write-all-thumbnails'))
    for (const [end, content] of Object.entries(page.pictures ?? {})) writeFileSync(base + end, content);
}
function answerOnceReleased() {
  // If the pages are gone, the test has ended.
  if (existsSync(${JSON.stringify(releaseFile)}) || !existsSync(${JSON.stringify(pagesFile)})) answer();
  else setTimeout(answerOnceReleased, 10);
}
if (page?.isHeld) answerOnceReleased();
else setTimeout(answer, page?.delayMs ?? 0);
`;
}

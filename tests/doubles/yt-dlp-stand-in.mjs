#!/usr/bin/env node
// A stand-in for yt-dlp where it is not installed: it requests a description from a made-up site (video-site.ts), and downloads with parts,
// ranges and progress lines. It writes its arguments to STAND_IN_LOG, one JSON array per line.
import { createWriteStream } from 'node:fs';
import { appendFile, rename, stat, writeFile } from 'node:fs/promises';

const args = process.argv.slice(2);
if (process.env['STAND_IN_LOG']) await appendFile(process.env['STAND_IN_LOG'], `${JSON.stringify(args)}\n`);
if (args.includes('--version')) {
  console.log(process.env['STAND_IN_VERSION'] ?? '2026.01.05');
  process.exit(0);
}
if (args.includes('--help')) {
  console.log(
    `Usage: yt-dlp [OPTIONS] URL [URL...]\n${process.env['STAND_IN_OLD'] ? '' : '    --js-runtimes RUNTIME[:PATH]    Additional JavaScript runtime to enable\n'}`,
  );
  process.exit(0);
}
process.stdout.on('error', () => process.exit(1));
const options = args.slice(0, args.indexOf('--'));
const [address] = args.slice(args.indexOf('--') + 1);
const valueOf = (name) => options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);

function refuse(message) {
  console.error(`ERROR: [quay] ${message}`);
  process.exit(1);
}

const match = /^(?:quay:|http:\/\/)(127\.0\.0\.1:\d+)\/([\w-]+)$/.exec(address);
if (!match) refuse(`'${address}' is not a valid URL.`);
const [, host, name] = match;
const answer = await fetch(`http://${host}/describe/${name}`).catch((error) => refuse(`Unable to download webpage: <urlopen error ${error.message}>`));
if (!answer.ok) refuse(`${name}: Unable to download JSON metadata: HTTP Error ${answer.status}: ${answer.statusText}`);
const info = await answer.json();
if (info.error) refuse(`${name}: ${info.error}`);
const extractorFields = { original_url: address, extractor: 'Quay', extractor_key: 'Quay', epoch: Math.floor(Date.now() / 1000) };

if (options.includes('--dump-single-json')) {
  const entries = info.entries?.map((entry) => ({ ...entry, _type: 'url', ie_key: 'Quay', url: `quay:${host}/${entry.id}` }));
  console.log(JSON.stringify({ webpage_url: address, ...info, ...extractorFields, _type: entries ? 'playlist' : 'video', ...(entries ? { entries } : {}) }));
  process.exit(0);
}

if (info.entries) {
  await writeFile('channel.info.json', JSON.stringify({ ...info, ...extractorFields, _type: 'playlist', entries: [] }));
  for (const { id, url } of info.thumbnails ?? []) await writeFile(`channel.${id}.jpg`, Buffer.from(await (await fetch(url)).arrayBuffer()));
  process.exit(0);
}
if (info.says) refuse(`${name}: ${info.says}`);
const file = (ending) => `media-${info.format_id}${ending}`;
const { comments, ...rest } = info;
const description = { ...rest, ...extractorFields, ...(options.includes('--write-comments') ? { comments } : {}) };
await writeFile(file('.info.json'), JSON.stringify(description));
await writeFile(file('.jpg'), Buffer.from(await (await fetch(info.thumbnail)).arrayBuffer()));
const languages = valueOf('--sub-langs')?.split(',') ?? [];
for (const [lang, tracks] of Object.entries({ ...(options.includes('--write-auto-subs') ? info.automatic_captions : {}), ...info.subtitles })) {
  if (languages.includes(lang)) await writeFile(file(`.${lang}.vtt`), await (await fetch(tracks[0].url)).text());
}
const partFile = file('.mp4.part');
const startOffset = await stat(partFile).then(
  ({ size }) => size,
  () => 0,
);
const media = await fetch(info.url, startOffset > 0 ? { headers: { range: `bytes=${startOffset}-` } } : {});
if (!media.ok) refuse(`${name}: unable to download video data: HTTP Error ${media.status}: ${media.statusText}`);
const totalBytes = startOffset + Number(media.headers.get('content-length'));
let receivedBytes = startOffset;
const target = createWriteStream(partFile, { flags: 'a' });
target.on('error', (error) =>
  refuse(`unable to write data: [Errno ${error.code === 'ENOSPC' ? 28 : 5}] ${error.code === 'ENOSPC' ? 'No space left on device' : error.code}`),
);
if (info.warns) console.error(`WARNING: [quay] ${info.warns}`);
for await (const chunk of readBody(media.body)) {
  if (!target.write(chunk)) await new Promise((resolve) => target.once('drain', resolve));
  receivedBytes += chunk.length;
  console.log(
    `stowaway-progress ${JSON.stringify({ status: 'downloading', filename: file('.mp4'), downloaded_bytes: receivedBytes, total_bytes: totalBytes, speed: 2_097_152, eta: 3 })}`,
  );
}
await new Promise((resolve) => target.end(resolve));
await rename(partFile, file('.mp4'));

/** Yields the body. If its connection breaks, keeps what has arrived, and fails with the message that yt-dlp prints after its retries. */
async function* readBody(body) {
  try {
    yield* body;
  } catch {
    await new Promise((resolve) => target.end(resolve));
    refuse(`unable to download video data: ${totalBytes - receivedBytes} more expected`);
  }
}

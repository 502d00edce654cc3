// Measures how fast a folder of yt-dlp downloads is imported into a real database, and whether the process, which also serves media, stays
// responsive meanwhile. 2 000 videos by default; `node scripts/bench/import.mjs 20000` imports more.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tsImport } from 'tsx/esm/api';

const limitPerSecond = 200;

export const row = {
  name: 'import of 2 000 videos with descriptions; again with nothing new; longest pause of the process',
  goal: '≥ 200 files/s; pauses ≤ 100 ms at p99',
  async run(videoCount = 2000) {
    const load = (module) => tsImport(module, import.meta.url);
    const { createImporter } = await load('../../server/library/import-pass.ts');
    const { openDatabase } = await load('../../server/database/open-database.ts');
    const { createSqliteCatalogue } = await load('../../server/catalogue/sqlite-catalogue.ts');
    const { anMp4, aJpeg, aVtt } = await load('../../tests/builders/library-media.ts');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-'));
    try {
      const root = path.join(folder, 'library');
      await writeLibrary(root, videoCount, { anMp4, aJpeg, aVtt });
      const database = openDatabase(path.join(folder, 'archive.sqlite'));
      const importer = () => createImporter({ root, catalogue: createSqliteCatalogue(database), log: () => {} });
      const pauses = monitorEventLoopDelay({ resolution: 5 });
      pauses.enable();
      const firstPass = await measureTime(() => importer().run(new AbortController().signal));
      pauses.disable();
      const secondPass = await measureTime(() => importer().run(new AbortController().signal));
      database.close();
      if (firstPass.report.added !== videoCount || secondPass.report.unchanged !== videoCount)
        throw new Error(`${firstPass.report.added} of ${videoCount} were added, then ${secondPass.report.unchanged} were unchanged`);
      const perSecond = videoCount / firstPass.seconds;
      const pauseMs = pauses.percentile(99) / 1e6;
      return {
        value: `${Math.round(perSecond)} files/s, again ${Math.round(videoCount / secondPass.seconds)} files/s, pauses p99 ${pauseMs.toFixed(0)} ms, longest ${(pauses.max / 1e6).toFixed(0)} ms, ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`,
        isMet: perSecond >= limitPerSecond && pauseMs <= 100,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureTime(work) {
  const startMs = performance.now();
  const report = await work();
  return { report, seconds: (performance.now() - startMs) / 1000 };
}

/** Writes videos with descriptions as large as yt-dlp's (about 60 kB, mostly formats), in twenty channels and five playlists. */
async function writeLibrary(root, videoCount, { anMp4, aJpeg, aVtt }) {
  const formats = Array.from({ length: 40 }, (_, index) => ({
    format_id: String(index),
    url: `https://example.org/${'x'.repeat(900)}/${index}`,
    ext: 'mp4',
    vcodec: 'avc1.64001f',
    width: 1280,
    height: 720,
    http_headers: { 'User-Agent': 'x'.repeat(200) },
  }));
  const comments = Array.from({ length: 30 }, (_, index) => ({
    id: `c${index}`,
    parent: index % 3 === 0 ? 'root' : `c${index - (index % 3)}`,
    text: 'A comment of ordinary length, as people write them.',
    author: `@person${index}`,
    like_count: index,
    timestamp: 1_710_000_000 + index,
  }));
  for (let channel = 0; channel < 20; channel++) await mkdir(path.join(root, `Channel ${channel}`), { recursive: true });
  for (let index = 0; index < videoCount; index++) {
    const channel = index % 20;
    const id = `v${String(index).padStart(10, '0')}`;
    const base = path.join(root, `Channel ${channel}`, `Video number ${index} [${id}]`);
    const info = {
      id,
      title: `Video number ${index}`,
      description: 'Words. '.repeat(100),
      channel: `Channel ${channel}`,
      channel_id: `UCchannel${String(channel).padStart(15, '0')}`,
      extractor: 'youtube',
      webpage_url: `https://www.youtube.com/watch?v=${id}`,
      duration: 600,
      timestamp: 1_600_000_000 + index * 3600,
      view_count: index,
      tags: ['one', 'two', 'three'],
      formats,
      comments,
      _type: 'video',
      epoch: 1_700_000_000,
      ...(index % 2 === 0
        ? { playlist_id: `PL${String(index % 10).padStart(32, '0')}`, playlist_title: `Playlist ${index % 10}`, playlist_index: Math.floor(index / 10) + 1 }
        : {}),
    };
    await Promise.all([
      writeFile(`${base}.mp4`, anMp4({ durationSeconds: 600, mediaBytes: 20_000 + index })),
      writeFile(`${base}.info.json`, JSON.stringify(info)),
      writeFile(`${base}.jpg`, aJpeg(id)),
      writeFile(`${base}.en.vtt`, aVtt()),
    ]);
  }
}

if (process.argv[1] === import.meta.filename) {
  const { value, isMet } = await row.run(Number(process.argv[2] ?? 2000));
  process.stdout.write(`${row.name}: ${value} (${row.goal}: ${isMet ? 'met' : 'not met'})\n`);
}

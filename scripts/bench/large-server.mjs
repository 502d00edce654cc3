// Measures the archive itself with 100 000 videos: its calls, its start, its memory, its media throughput compared with nginx's, and many
// connections at once. One archive is created for all rows. `node --import tsx scripts/bench/large-server.mjs 10000` uses fewer videos.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { makeLargeArchive } from '../../tests/builders/large-server-archive.ts';
import { seeded } from '../../tests/builders/seeded.ts';
import { createArchiveProcess, credentials, freePort } from '../../tests/e2e/archive-process.ts';
import { quantile } from './with-archive.mjs';

const mediaBytes = 192 * 2 ** 20;
const rounds = 60;
const mib = 2 ** 20;

let largeArchive = null;

/** Creates and starts the archive at the first call. When the bench exits, the archive is killed and its folder is removed. */
function openLargeArchive(videos = 100_000) {
  largeArchive ??= (async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-large-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const largeFolder = await makeLargeArchive(folder, { videos, mediaBytes });
    const archive = await createArchiveProcess({ dataFolder: largeFolder.dataFolder, library: largeFolder.libraryFolder });
    process.on('exit', () => archive.pid() !== null && process.kill(archive.pid(), 'SIGKILL'));
    await archive.start(); // creates the first account
    await archive.waitForImport();
    return { ...largeFolder, videos, archive, cookie: await logIn(archive.url) };
  })();
  return largeArchive;
}

async function logIn(url) {
  const answer = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, remember_me: 'on' }),
  });
  if (answer.status !== 204) throw new Error(`login answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Reads a response to its end and discards it. Returns the number of bytes. */
function readToEnd(url, headers = {}, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200 && answer.statusCode !== 206) reject(new Error(`${url}: ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Makes the calls one after the other. Returns the milliseconds of each. */
async function measureCalls(addresses, headers, agent) {
  const times = [];
  for (const address of addresses) {
    const startMs = performance.now();
    await readToEnd(address, headers, agent);
    times.push(performance.now() - startMs);
  }
  return times;
}

function makeAddresses({ archive, videos, words }) {
  const random = seeded(7);
  const pages = Math.min(800, Math.floor(videos / 12));
  const orders = ['published', 'downloaded', 'views', 'likes', 'duration', 'mediasize'];
  const makeAll = (make) => Array.from({ length: rounds }, (_, index) => `${archive.url}${make(index)}`);
  const word = () => words[Math.floor(300 * random())];
  return {
    lists: makeAll((index) => `/api/video/?page=${1 + Math.floor(pages * random())}&sort=${orders[index % orders.length]}&order=${index % 2 ? 'asc' : 'desc'}`),
    // In turn: one word, two words, a misspelt word.
    searches: makeAll((index) => `/api/search/?query=${encodeURIComponent(index % 3 === 0 ? word() : index % 3 === 1 ? `${word()} ${word()}` : `${word()}x`)}`),
    stats: makeAll((index) => `/api/stats/${['video', 'channel', 'playlist', 'download', 'watch', 'downloadhist', 'biggestchannels'][index % 7]}/`),
  };
}

const calls = {
  name: 'archive of 100 000 videos: a page of a list, a search, statistics, p95',
  goal: '≤ 30, ≤ 60, ≤ 30 ms',
  async run(videos) {
    const openedArchive = await openLargeArchive(videos);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { cookie: openedArchive.cookie };
    const { lists, searches, stats } = makeAddresses(openedArchive);
    await measureCalls([...lists.slice(0, 6), ...searches.slice(0, 6), ...stats.slice(0, 7)], headers, agent);
    const [listMs, searchMs, statsMs] = [
      quantile(await measureCalls(lists, headers, agent), 0.95),
      quantile(await measureCalls(searches, headers, agent), 0.95),
      quantile(await measureCalls(stats, headers, agent), 0.95),
    ];
    agent.destroy();
    return {
      value: `${listMs.toFixed(1)}, ${searchMs.toFixed(1)}, ${statsMs.toFixed(1)} ms (n = ${rounds} each)`,
      isMet: listMs <= 30 && searchMs <= 60 && statsMs <= 30,
    };
  },
};

const start = {
  name: 'archive of 100 000 videos: from its start to the first list',
  goal: '≤ 3 000 ms',
  async run(videos) {
    const { archive, cookie } = await openLargeArchive(videos);
    const times = [];
    for (let round = 0; round < 3; round += 1) {
      await archive.stop();
      const startMs = performance.now();
      await archive.start();
      await readToEnd(`${archive.url}/api/video/`, { cookie });
      times.push(performance.now() - startMs);
      await archive.waitForImport();
    }
    const median = quantile(times, 0.5);
    return { value: `${median.toFixed(0)} ms (n = ${times.length})`, isMet: median <= 3_000 };
  },
};

const memory = {
  name: 'archive of 100 000 videos: peak memory while it lists, searches and streams four videos',
  goal: '≤ 250 MB',
  async run(videos) {
    const openedArchive = await openLargeArchive(videos);
    const { archive, largeFiles, cookie } = openedArchive;
    const headers = { cookie };
    const { lists, searches } = makeAddresses(openedArchive);
    let peakKib = 0;
    const timer = setInterval(() => (peakKib = Math.max(peakKib, residentKib(archive.pid()))), 100);
    await Promise.all([
      ...largeFiles.map((file) => readToEnd(`${archive.url}/youtube/${encodeURI(file)}`, headers)),
      measureCalls(lists, headers),
      measureCalls(searches, headers),
    ]);
    clearInterval(timer);
    return { value: `${Math.round(peakKib / 1024)} MB`, isMet: peakKib <= 250 * 1024 };
  },
};

const throughput = {
  name: 'media throughput over loopback ÷ that of nginx with the same file (medians of alternating requests)',
  goal: '≥ 0.7',
  async run(videos) {
    const { archive, largeFiles, libraryFolder, cookie } = await openLargeArchive(videos);
    const nginx = await startNginx(libraryFolder);
    try {
      const rates = { archive: [], nginx: [] };
      for (let round = 0; round < 7; round += 1) {
        rates.archive.push(await measureRate(`${archive.url}/youtube/${encodeURI(largeFiles[0])}`, { cookie }));
        rates.nginx.push(await measureRate(`${nginx.url}/${encodeURI(largeFiles[0])}`, {}));
      }
      const [archiveRate, nginxRate] = [quantile(rates.archive, 0.5), quantile(rates.nginx, 0.5)];
      return {
        value: `${(archiveRate / nginxRate).toFixed(2)} (${archiveRate.toFixed(0)} ÷ ${nginxRate.toFixed(0)} MB/s)`,
        isMet: archiveRate / nginxRate >= 0.7,
      };
    } finally {
      nginx.end();
    }
  },
};

const connections = {
  name: '200 connections, each of which requests a part of a video every second for 10 s: errors',
  goal: '0',
  async run(videos) {
    const { archive, largeFiles, cookie } = await openLargeArchive(videos);
    const endMs = performance.now() + 10_000;
    let [errors, parts] = [0, 0];
    const play = async (index) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      for (let part = index % 40; performance.now() < endMs; part = (part + 1) % 150) {
        const from = part * mib;
        const nextSecond = new Promise((resolve) => setTimeout(resolve, 1_000));
        // About one second of video in high definition.
        const bytes = await readToEnd(
          `${archive.url}/youtube/${encodeURI(largeFiles[index % largeFiles.length])}`,
          { cookie, range: `bytes=${from}-${from + mib / 2 - 1}` },
          agent,
        ).catch(() => 0);
        parts += 1;
        if (bytes !== mib / 2) errors += 1;
        await nextSecond;
      }
      agent.destroy();
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => play(index)));
    return { value: `${errors} of ${parts} parts`, isMet: errors === 0 };
  },
};

export const rows = [calls, start, memory, throughput, connections];

function residentKib(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

async function measureRate(url, headers) {
  const startMs = performance.now();
  const bytes = await readToEnd(url, headers);
  return bytes / 1e6 / ((performance.now() - startMs) / 1000);
}

/** Starts Debian's nginx, with one worker and `sendfile`. */
async function startNginx(root) {
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; user ${os.userInfo().username};
     events {} http { access_log off; sendfile on; server { listen 127.0.0.1:${port}; root "${root}"; } }`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', file], { stdio: 'ignore' });
  const child = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('nginx ended');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return {
    url,
    end() {
      child.kill('SIGTERM');
      void once(child, 'exit').then(() => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  for (const row of rows) {
    const { value, isMet } = await row.run(Number(process.argv[2] ?? 100_000));
    process.stdout.write(`${row.name}: ${value} (${row.goal}: ${isMet ? 'met' : 'not met'})\n`);
  }
  process.exit(0);
}

// Runs Lighthouse (mobile, simulated throttling) on a first visit of four screens: the median of five runs. npm fetches the tool for this row
// only, because its 200 packages would slow every installation. The reports are written to test-results/lighthouse.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../build/stamp.mjs';
import { freePort } from '../../tests/e2e/archive-process.ts';
import { openDevice } from '../../tests/e2e/device.ts';
import { quantile, withArchive } from './with-archive.mjs';

/** The last major version that runs on Node 20. */
const lighthousePackage = 'lighthouse@12.8.2';
const runs = 5;
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 };
const reportsFolder = path.join(projectFolder, 'test-results/lighthouse');

const screens = [
  { name: 'home', address: () => '/' },
  { name: 'a channel', address: ({ channel }) => `/channel/${channel}/` },
  { name: 'a video', address: ({ video }) => `/video/${video}/` },
  { name: 'settings', address: () => '/settings/user/' },
];

export const rows = screens.map(({ name, address }) => ({
  name: `Lighthouse, ${name}, median of ${runs}: ${Object.keys(goals).join(', ')}`,
  goal: `≥ ${Object.values(goals).join(', ')}`,
  run: () =>
    withArchive(async ({ archive, device, page, signIn }) => {
      await signIn();
      const cookies = await device.context.cookies();
      const url = `${archive.url}${address(await firstVideo(page))}`;
      const results = [];
      for (let run = 0; run < runs; run += 1) results.push(await visit(url, cookies, `${name.replace(/^a /, '')}-${run + 1}`));
      const medians = Object.keys(goals).map((category) =>
        quantile(
          results.map((result) => result[category]),
          0.5,
        ),
      );
      return { value: medians.join(', '), isMet: Object.values(goals).every((goal, index) => medians[index] >= goal) };
    }),
}));

/** The ids of a video of the archive and of its channel. */
async function firstVideo(page) {
  return page.evaluate(async () => {
    const { data } = await (await fetch('/api/video/')).json();
    return { video: data[0].youtube_id, channel: data[0].channel.channel_id };
  });
}

/** The scores (0 to 100) of one visit with a new browser, which has the session's cookies and nothing cached. */
async function visit(url, cookies, reportName) {
  const port = await freePort();
  const device = await openDevice({ isPrefetchOn: true, flags: [`--remote-debugging-port=${port}`] });
  try {
    await device.context.addCookies(cookies);
    return await runLighthouse(url, port, reportName);
  } finally {
    await device.close();
  }
}

async function runLighthouse(url, port, reportName) {
  mkdirSync(reportsFolder, { recursive: true });
  const reportPath = path.join(reportsFolder, reportName);
  const categories = `--only-categories=${Object.keys(goals).join(',')}`;
  const output = ['--output=json', '--output=html', `--output-path=${reportPath}`, '--quiet', categories];
  await promisify(execFile)('npm', ['exec', '--yes', `--package=${lighthousePackage}`, '--', 'lighthouse', url, `--port=${port}`, ...output]);
  const { categories: scores, runtimeError } = JSON.parse(readFileSync(`${reportPath}.report.json`, 'utf8'));
  if (runtimeError) throw new Error(runtimeError.message);
  return Object.fromEntries(Object.keys(goals).map((category) => [category, Math.round(scores[category].score * 100)]));
}

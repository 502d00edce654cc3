// node scripts/screenshots.mjs [folder]: takes a picture of every screen and state at three widths, in dark and light, on the sample
// library. People look at the pictures; they are not compared automatically. `--size phone`, `--theme midnight` (or `custom+pine+coral`)
// and `--walk lists` limit the pictures and can be repeated. `--sheet` also puts all pictures of a size and a theme on one picture,
// sheet.png. `--text 2` shows text twice as large. `--long` makes texts 50 % longer and
// shows them from right to left.
import './start/node-version.mjs';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    walk: { type: 'string', multiple: true },
    text: { type: 'string', default: '1' },
    long: { type: 'boolean', default: false },
    sheet: { type: 'boolean', default: false },
  },
});
const folder = path.resolve(positionals[0] ?? path.join(projectFolder, 'test-results/screenshots'));

await installIfNeeded();
buildIfNeeded();
process.env.STOWAWAY_CHROMIUM = ensureChromium() ?? '';
// The walk uses the tests' own archive and device, which are TypeScript.
const { register } = await import('tsx/esm/api');
register();
const { withLongTexts } = await import('../tests/e2e/long-texts.ts');
const { setTextSize, walkNames, walkScenes } = await import('../tests/e2e/scenes.ts');
const { default: fillTemplate } = await import('../tests/e2e/global-setup.ts');
const { launchBrowser, phone, tablet, desktop } = await import('../tests/e2e/device.ts');

const sizes = { phone, tablet, desktop, laptop: { width: 1280, height: 800 }, small: { width: 320, height: 640 }, side: { width: 844, height: 390 } };
const themes = values.theme ?? ['dark', 'light'];
await fillTemplate();
for (const size of values.size ?? ['phone', 'tablet', 'desktop']) {
  if (!(size in sizes)) throw new Error(`no such size: ${size} (${Object.keys(sizes).join(', ')})`);
  for (const theme of themes) mkdirSync(path.join(folder, size, theme), { recursive: true });
  let count = 0;
  for (const walk of values.walk ?? walkNames) {
    await walkScenes(walk, { viewport: sizes[size], hasSlowScenes: true }, async (scene, page) => {
      await setTextSize(page, Number(values.text));
      const take = async () => {
        for (const theme of themes) {
          // A theme depends only on the root element's attributes, so one walk shows them all.
          const [name, base = 'ink', accent = 'lantern'] = theme.split('+');
          await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, chosen), { theme: name, base, accent });
          await page.screenshot({ path: path.join(folder, size, theme, `${scene}.png`) });
          count += 1;
        }
      };
      await (values.long ? withLongTexts(page, take) : take());
    });
  }
  console.log(`${size}: ${count} pictures`);
  if (values.sheet) for (const theme of themes) await takeSheet(path.join(folder, size, theme));
}
console.log(`The pictures are in ${folder}`);
process.exit(0);

/** Writes a page with all pictures of a folder, and a picture of that page. */
async function takeSheet(pictureFolder) {
  const names = readdirSync(pictureFolder).filter((name) => name.endsWith('.png') && name !== 'sheet.png');
  const figures = names.map((name) => `<figure><img src="${encodeURIComponent(name)}"><figcaption>${name.replace('.png', '')}</figcaption></figure>`);
  const style = 'body { columns: 240px; font: 12px sans-serif } figure { margin: 0 0 12px; break-inside: avoid } img { inline-size: 100% }';
  const file = path.join(pictureFolder, 'sheet.html');
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`);
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: path.join(pictureFolder, 'sheet.png'), fullPage: true });
  await browser.close();
}

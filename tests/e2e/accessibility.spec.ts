// Checks every screen in every state on a real archive, in the long tests. `npm test` checks the screens over scripted answers, on a phone
// and in the dark theme only (tests/component/accessibility.test.tsx).
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { desktop, phone } from './device.ts';
import { smallTargets } from './hit-areas.ts';
import { clippedControls, withLongTexts } from './long-texts.ts';
import { setTextSize, walkNames, walkScenes } from './scenes.ts';
import { blurringElements, coveredControls, indistinctControls, keyboardProblems } from './seen-controls.ts';

const widths = [320, 390, 820, 1440];

for (const walk of walkNames) {
  test(`${walk} on a phone: axe finds no violations, tap targets measure at least 44 px, and nothing overflows the window`, { tag: '@long' }, async () => {
    test.setTimeout(240_000);
    const problems: string[] = [];
    await walkScenes(walk, { viewport: phone, hasSlowScenes: true }, async (scene, page) => {
      problems.push(...(await violations(scene, page)));
      problems.push(...(await page.evaluate(smallTargets, 44)).map((target) => `${scene}: too small to tap: ${target}`));
      problems.push(...(await widthProblems(scene, page, widths)));
      await setTextSize(page, 2);
      problems.push(...(await widthProblems(`${scene}, text twice as large`, page, [390, 1440])));
      await setTextSize(page, 1);
      await withLongTexts(page, async () => {
        for (const width of [1440, 390]) {
          problems.push(...(await widthProblems(`${scene}, long texts from right to left`, page, [width])));
          problems.push(...(await page.evaluate(clippedControls)).map((text) => `${scene} at ${width}, long texts: cut off: ${text}`));
        }
      });
      await page.setViewportSize(phone);
    });
    expect([...new Set(problems)]).toEqual([]);
  });

  test(`${walk} on a desktop: axe finds no violations in the dark and the light theme`, { tag: '@long' }, async () => {
    test.setTimeout(240_000);
    const problems: string[] = [];
    await walkScenes(walk, { viewport: desktop }, async (scene, page) => void problems.push(...(await violations(scene, page))));
    expect(problems).toEqual([]);
  });

  test(
    `${walk} on a phone: with forced colours, less transparency or a window of 320 × 200 px, every control can be seen and pressed`,
    { tag: '@long' },
    async () => {
      test.setTimeout(240_000);
      const problems: string[] = [];
      await walkScenes(walk, { viewport: phone }, async (scene, page) => {
        problems.push(...(await indistinctControls(page)).map((control) => `${scene}, forced colours: ${control}`));
        problems.push(...(await blurringElements(page)).map((element) => `${scene}, less transparency: ${element}`));
        problems.push(...(await coveredControls(page)).map((control) => `${scene} at 320 × 200: ${control}`));
      });
      expect([...new Set(problems)]).toEqual([]);
    },
  );

  test(`${walk} on a desktop with only a keyboard: Tab reaches every control, shows the focus, and is never trapped`, { tag: '@long' }, async () => {
    test.setTimeout(240_000);
    const problems: string[] = [];
    await walkScenes(walk, { viewport: desktop }, async (scene, page) => {
      problems.push(...(await keyboardProblems(page)).map((problem) => `${scene}: ${problem}`));
    });
    expect(problems).toEqual([]);
  });
}

async function violations(scene: string, page: Page): Promise<string[]> {
  await setTheme(page, 'dark');
  const darkViolations = await runAxe(scene, new AxeBuilder({ page }));
  // The light theme differs only in its colours.
  await setTheme(page, 'light');
  return [...darkViolations, ...(await runAxe(`${scene}, light`, new AxeBuilder({ page }).withRules(['color-contrast'])))];
}

/** Sets the attribute of the root element that determines the theme. */
async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
}

async function runAxe(scene: string, builder: AxeBuilder): Promise<string[]> {
  // Legacy mode, because otherwise axe opens a blank page in the browser for each run.
  const { violations: axeViolations } = await builder.setLegacyMode(true).analyze();
  return axeViolations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${scene}: ${id} (${help}) at ${target.join(' ')}`));
}

async function widthProblems(scene: string, page: Page, widths: number[]): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: phone.height });
    const excess = await page.evaluate(
      () =>
        new Promise<number>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.documentElement.scrollWidth - innerWidth)))),
    );
    if (excess > 0) problems.push(`${scene} at ${width}: ${excess} px too wide`);
  }
  return problems;
}

import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { desktop, phone } from './device.ts';
import { walkScenes } from './scenes.ts';

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`on a ${size}, axe finds nothing wrong on any screen or state, in dark and light`, async () => {
    test.setTimeout(240_000);
    const found: string[] = [];
    let looked = 0;
    await walkScenes({ viewport, isWithHelp: size === 'phone' }, async (scene, page) => {
      looked += 1;
      await wear(page, 'dark');
      found.push(...(await violations(scene, new AxeBuilder({ page }))));
      // Everything but its colours is the same in light.
      await wear(page, 'light');
      found.push(...(await violations(`${scene}, light`, new AxeBuilder({ page }).withRules(['color-contrast']))));
    });
    expect(found).toEqual([]);
    expect(looked).toBeGreaterThan(25);
  });
}

/** The theme hangs on the root's attribute alone. */
async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
}

async function violations(scene: string, axe: AxeBuilder): Promise<string[]> {
  // Legacy: a persistent profile gives no blank page of its own for the results.
  const { violations: list } = await axe.setLegacyMode(true).analyze();
  return list.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${scene}: ${id} (${help}) at ${target.join(' ')}`));
}

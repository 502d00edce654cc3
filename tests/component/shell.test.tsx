// The frame around the screens (SPEC §1, §2, §6; docs/look-and-feel.md).
import type {} from '@vitest/browser-playwright'; // the type of what `cdp()` returns
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { longTest } from '../long-test.ts';
import { pressChord } from './press-chord.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';

const homeHeading = page.getByRole('heading', { name: 'Recent Videos' });
const navigation = page.getByRole('navigation', { name: 'Main' });

test('an unknown address says that the page does not exist, with a link to the home page', async () => {
  await renderScreen('/nowhere/at/all');
  await expectQuotedText('That page does not exist', page.getByRole('heading', { level: 1, name: 'That page does not exist' }));
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect.element(homeHeading).toBeVisible();
});

test('the skip link comes first and moves the focus to the content without changing the address', async () => {
  await renderScreen('/');
  await expect.element(homeHeading).toBeVisible();
  await userEvent.tab();
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect.element(skipLink).toHaveFocus();
  await expect.element(skipLink).toBeInViewport();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(location.pathname).toBe('/');
});

test('the navigation marks the current page', async () => {
  await renderScreen('/');
  await expect.element(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await navigation.getByRole('link', { name: 'Channels' }).click();
  await expect.element(navigation.getByRole('link', { name: 'Channels' })).toHaveAttribute('aria-current', 'page');
  await expect.element(navigation.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  await expect.poll(() => document.title).toBe('Channels · Stowaway');
});

test('the footer shows the version, and the copyright from 2021 on', async () => {
  await renderScreen('/');
  const footer = page.getByRole('contentinfo');
  await expect.element(footer.getByText(`© 2021–${new Date().getFullYear()}`)).toBeInTheDocument();
  await expect.element(footer.getByText(/^v\d+\.\d+\.\d+/)).toBeInTheDocument();
});

test('About says that no newer version is known while there is no news of one', async () => {
  await renderScreen('/about/');
  await expect.element(page.getByRole('main').getByText('No newer version is known')).toBeVisible();
});

test('g followed by h or c opens Home or Channels; other keys and modifiers open nothing', async () => {
  await renderScreen('/');
  await expect.element(homeHeading).toBeVisible();
  await userEvent.keyboard('cgxc{Control>}g{/Control}c');
  expect(location.pathname).toBe('/');
  pressChord('g', 'c');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  pressChord('g', 'h');
  await expect.element(homeHeading).toBeVisible();
});

test('a screen that fails shows Oops and the reason, and keeps the navigation to other screens', async () => {
  const screen = await renderScreen('/video/v1/');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Part 1' })).toBeVisible();
  screen.archive.stop(); // otherwise the next answer would repair the broken row
  const { db } = screen.mirror();
  const row = await db.videoDetails.get('v1');
  // A row that no version of the client writes.
  await db.videoDetails.put(Object.fromEntries(Object.entries(row ?? {}).map(([field, value]) => [field, value === 'v1' ? value : 1])) as never);
  await screen.reload('/video/v1/');
  await expectQuotedText('Oops', page.getByRole('heading', { level: 1, name: 'Oops' }));
  await expect.element(page.getByRole('alert').getByText(/is not a function|Cannot read properties|not iterable/)).toBeVisible();
  await expect.element(page.getByText('Your copy and your changes are safe.')).toBeVisible();
  await navigation.getByRole('link', { name: 'Channels' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Oops' })).not.toBeInTheDocument();
});

test('? shows the list of keys, and Escape closes it', async () => {
  await renderScreen('/');
  await expect.element(homeHeading).toBeVisible();
  await userEvent.keyboard('?');
  const keysDialog = page.getByRole('dialog', { name: 'Keys' });
  await expect.element(keysDialog.getByText('Go to Settings')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(keysDialog).not.toBeInTheDocument();
});

longTest('the top bar is solid and a sheet does not blur the page for people who want less transparency', async () => {
  await renderScreen('/');
  await expect.element(homeHeading).toBeVisible();
  const emulate = (transparency: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: 'dark' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-reduced-transparency', value: transparency },
      ],
    });
  onTestFinished(async () => void (await emulate('no-preference')));
  await page.getByRole('button', { name: /^Up to date/ }).click();
  window.scrollTo(0, 300); // after the click, which may scroll
  const styleOf = (element: HTMLElement | null, part: string) => element && getComputedStyle(element, part);
  const barBackground = () => styleOf(document.querySelector('header'), '::before')?.backgroundColor;
  const blur = () => styleOf(document.querySelector('dialog'), '::backdrop')?.backdropFilter;
  await expect.poll(barBackground).toMatch(/^rgba\(/);
  await expect.poll(blur).toMatch(/^blur/);
  await emulate('reduce');
  await expect.poll(barBackground).toMatch(/^rgb\(/);
  expect(blur()).toBe('none');
});

longTest.each(['/', '/settings/application/'])(
  'in a window without a title bar, no control of %s lies or stays under the window’s buttons',
  async (address) => {
    const titleBarHeight = 33;
    document.documentElement.style.setProperty('--safe-t', `${titleBarHeight}px`);
    onTestFinished(() => void document.documentElement.style.removeProperty('--safe-t'));
    await renderScreen(address, { viewport: desktop });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    const hasStayed = (element: Element): boolean => {
      for (let box: Element | null = element; box; box = box.parentElement) if (/fixed|sticky/.test(getComputedStyle(box).position)) return true;
      return false;
    };
    const covered = (): Element[] =>
      [...document.querySelectorAll('a, button, input')].filter((element) => {
        const { top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < titleBarHeight;
      });
    for (const { width, height } of [phone, { width: 900, height: 700 }, desktop]) {
      await page.viewport(width, height);
      window.scrollTo(0, 0);
      await expect.poll(covered).toEqual([]);
      window.scrollTo(0, 400);
      await expect.poll(() => covered().filter(hasStayed)).toEqual([]);
    }
  },
);

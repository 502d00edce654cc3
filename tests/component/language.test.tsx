// The language of this browser. tests/e2e/languages.spec.ts covers a change of language, which loads a new document.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { updateLanguageCookie } from '../../src/features/language/language-cookie.ts';
import { languageKey } from '../../src/lib/language.ts';
import { settingsTexts } from '../../src/texts/settings.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { renderScreen } from './screen.tsx';

test.each([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a portal answers with its own page', async () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
])('the client keeps its language and shows a message if the texts of the chosen language cannot be loaded, because %s', async (_why, answer) => {
  vi.spyOn(window, 'fetch').mockImplementation(answer);
  await renderScreen('/settings/user/');
  await clickWithoutPointer(page.getByRole('button', { name: 'Language: English' }));
  await clickWithoutPointer(page.getByRole('menuitemradio', { name: 'Deutsch' }));
  await expect.element(page.getByText(settingsTexts.languageMissing('Deutsch'))).toBeVisible();
  expect(localStorage.getItem(languageKey)).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Language: English' })).toBeVisible();
});

test('choosing a language that the browser cannot store shows a message', async () => {
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key === languageKey) throw new DOMException('of the test', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  await renderScreen('/settings/user/');
  await clickWithoutPointer(page.getByRole('button', { name: 'Language: English' }));
  await clickWithoutPointer(page.getByRole('menuitemradio', { name: 'English', exact: true }));
  await expect.element(page.getByText(shellTexts.notKept.other)).toBeVisible();
  expect(localStorage.getItem(languageKey)).toBeNull();
});

test('choosing the browser’s own language again loads no new document', async () => {
  onTestFinished(() => localStorage.removeItem(languageKey));
  const screen = await renderScreen('/settings/user/');
  await clickWithoutPointer(page.getByRole('button', { name: 'Language: English' }));
  await clickWithoutPointer(page.getByRole('menuitemradio', { name: 'English', exact: true }));
  await expect.poll(() => localStorage.getItem(languageKey)).toBe('en');
  // The server's own pages have the same language.
  expect(document.cookie).toContain('stowaway_language=en');
  // The menu is hidden immediately, and removed a moment later.
  await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
  await clickWithoutPointer(page.getByRole('button', { name: 'Language: English' }));
  await clickWithoutPointer(page.getByRole('menuitemradio', { name: 'Same as the browser (English)' }));
  await expect.poll(() => localStorage.getItem(languageKey)).toBeNull();
  expect(document.cookie).not.toContain('stowaway_language');
  expect(screen.documentLoads).toEqual([]);
});

test('a language cookie that differs from the choice is corrected, and removed if there is no choice', () => {
  onTestFinished(() => {
    localStorage.removeItem(languageKey);
    updateLanguageCookie();
  });
  localStorage.setItem(languageKey, 'de');
  updateLanguageCookie();
  expect(document.cookie).toContain('stowaway_language=de');
  document.cookie = 'stowaway_language=en; Path=/';
  updateLanguageCookie();
  expect(document.cookie).toContain('stowaway_language=de');
  localStorage.removeItem(languageKey);
  updateLanguageCookie();
  expect(document.cookie).not.toContain('stowaway_language');
});

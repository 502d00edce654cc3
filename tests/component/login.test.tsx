// Login and logout (SPEC §2 "Login", §5, §8, §9).
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInLock } from '../../src/mirror/fence.ts';
import { incrementSessionCount, watchAccount } from '../../src/mirror/registry.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { aWirePagination } from '../builders/mirror-wire.ts';
import { html, json } from '../doubles/fetch-script.ts';
import { rightPassword } from '../doubles/scripted-archive.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { renderScreen, type Screen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { casesToRun, longTest } from '../long-test.ts';

const usernameField = page.getByLabelText('Username');
const passwordField = page.getByLabelText('Password', { exact: true });
const logInButton = page.getByRole('button', { name: 'Log in', exact: true });
const loginHeading = page.getByRole('heading', { level: 1, name: 'Log in' });
const homeHeading = page.getByRole('heading', { name: 'Recent Videos' });
const loginCall = 'POST /api/user/login/';

afterEach(() => vi.useRealTimers());

test('a wrong password shows the server’s reason and leaves the focus where it was', async () => {
  const screen = await openSignedOut();
  await fillIn('not the one');
  await userEvent.keyboard('{Enter}');
  await expectQuotedText('Failed to login.', page.getByRole('alert').getByText('Failed to login. Wrong name or password.'));
  await expect.element(passwordField).toHaveFocus();
  await expect.element(usernameField).toHaveValue('marlow');
  await passwordField.fill(rightPassword);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.documentLoads).toEqual(['/']);
});

test('the page shows the reason of a refused login, and Unknown Error if there is none', async () => {
  const { archive } = await openSignedOut();
  await fillIn();
  archive.on(loginCall, json({}, 400));
  await logInButton.click();
  await expectQuotedText('Unknown Error', page.getByRole('alert').getByText('Failed to login. Unknown Error', { exact: true }));
  archive.on(loginCall, json({ error: 'The lamp is out.' }, 400));
  await logInButton.click();
  await expect.element(page.getByRole('alert').getByText('Failed to login. The lamp is out.', { exact: true })).toBeVisible();
});

test('the page says how long to wait after too many tries', async () => {
  const { archive } = await openSignedOut();
  await fillIn();
  archive.on(loginCall, json({ detail: 'Slow down.' }, 429, { 'retry-after': '30' }));
  await logInButton.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to login. Too many tries. Try again in 30 s.');
});

longTest('the username field takes at most 150 characters, and the page sends nothing without a name or a password', async () => {
  const { archive } = await openSignedOut();
  await logInButton.click();
  await usernameField.click();
  document.execCommand('insertText', false, 'x'.repeat(151)); // as typing or pasting does
  await expect.element(usernameField).toHaveValue('x'.repeat(150));
  await logInButton.click();
  await expect.element(passwordField).toHaveFocus();
  expect(archive.count(loginCall)).toBe(0);
});

test('the login call contains the state of the checkbox “Remember me”', async () => {
  const screen = await openSignedOut();
  await expect.element(page.getByLabelText('Remember me')).toBeChecked();
  await fillIn();
  await logInButton.click();
  await expect.poll(() => screen.archive.sentBody(loginCall)).toEqual({ username: 'marlow', password: rightPassword, remember_me: 'on' });
  await page.getByLabelText('Remember me').click();
  await logInButton.click();
  await expect.poll(() => screen.archive.sentBody(loginCall)).toEqual({ username: 'marlow', password: rightPassword, remember_me: 'off' });
  await expect.poll(() => screen.documentLoads).toEqual(['/', '/']);
});

const nextAddresses = [
  ['/video/fogNorthSea/?t=30', '/video/fogNorthSea/?t=30'],
  ['//evil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
] as const;

for (const [next, path] of casesToRun(nextAddresses, 2)) {
  test(`next=${next} leads to ${path} after the sign-in`, async () => {
    const screen = await openSignedOut(`/login/?${new URLSearchParams({ next }).toString()}`);
    await fillIn();
    await logInButton.click();
    await expect.poll(() => screen.documentLoads).toEqual([path]);
  });
}

test('the form’s next field cannot lead to another site', async () => {
  const screen = await openSignedOut();
  await fillIn();
  const field = document.querySelector<HTMLInputElement>('input[name="next"]');
  if (field) field.value = '//evil.example/';
  await logInButton.click();
  await expect.poll(() => screen.documentLoads).toEqual(['/']);
});

test('a page requested without a session opens after signing in', async () => {
  const screen = await openSignedOut('/channel/');
  await expect.element(loginHeading).toBeVisible();
  await fillIn();
  await logInButton.click();
  await expect.poll(() => screen.documentLoads).toEqual(['/channel/']);
  await screen.reload('/channel/');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

test('a login call that is answered with 403 opens the archive for a person who already has a session', async () => {
  const screen = await renderScreen('/login/');
  screen.archive.on(loginCall, json({ detail: 'CSRF Failed.' }, 403));
  await fillIn();
  await logInButton.click();
  await expect.poll(() => screen.documentLoads).toEqual(['/']);
});

test('the links lead to the source code and the donation page', async () => {
  await openSignedOut();
  await expect.element(page.getByRole('link', { name: 'Source' })).toHaveAttribute('href', 'https://code.example/stowaway');
  await expect.element(page.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', 'https://donate.example/stowaway');
});

test('the page waits for an absent backend, checks it every second, offers help from the 11th failed check on, and continues by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { archive } = await renderScreen('/login/', { answers: { '/api/ping/': () => html(502) } });
  const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  // Waits frame by frame: `expect.poll` would let the fake timers advance, on a busy machine by more than the second until the next check.
  const untilTries = async (count: number): Promise<void> => {
    while (archive.count('/api/ping/') < count || !document.body.textContent.includes(`${count} tries so far.`)) {
      await nextFrame();
    }
  };
  await expectQuotedText('Waiting for backend', page.getByText('Waiting for backend', { exact: true }));
  await expect.element(logInButton).not.toBeInTheDocument();
  const pingCount = archive.count('/api/ping/');
  // Part of the first second may have passed while the texts were awaited.
  vi.advanceTimersByTime(1_000);
  await untilTries(2);
  for (let count = 3; count <= 10; count += 1) {
    vi.advanceTimersByTime(999);
    // The request of a check begins a frame or more after the timer.
    for (let frame = 0; frame < 3; frame += 1) await nextFrame();
    expect(archive.count('/api/ping/')).toBe(pingCount + count - 2);
    vi.advanceTimersByTime(1);
    await untilTries(count);
  }
  expect(archive.count('/api/ping/')).toBe(pingCount + 9);
  const help = page.getByText('Server not answering? Check these on the host');
  await expect.element(help).not.toBeInTheDocument();
  vi.advanceTimersByTime(1_000);
  await untilTries(11);
  await expect.element(help).toBeInViewport();
  const names = page
    .getByRole('term')
    .elements()
    .map((element) => element.textContent);
  const firstOtherIndex = names.findIndex((name) => !name.startsWith('STOWAWAY_'));
  expect(firstOtherIndex).toBeGreaterThan(0);
  expect(names.slice(firstOtherIndex).every((name) => name.startsWith('TA_'))).toBe(true);
  archive.on('/api/ping/', json({ response: 'pong', user: 1, version: 'v0.1.0', ta_update: null }));
  vi.advanceTimersByTime(1_000);
  await expect.element(logInButton).toBeVisible();
  await expect.element(page.getByText('Waiting for backend', { exact: true })).not.toBeInTheDocument();
  await expect.element(help).not.toBeInTheDocument();
});

test('logging out with “keep my copy” locks the copy; the locked copy opens again by name, even without the archive', async () => {
  const screen = await openSignedIn();
  await openLogout();
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']); // the dialog loads it once the account is locked
  // While the copy is locked, no address shows it.
  await screen.reload('/channel/');
  await expect.element(loginHeading).toBeVisible();
  screen.archive.stop();
  await screen.reload('/');
  await expect.element(page.getByText('marlow, as it was on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Open my copy: marlow' }).click();
  await expect.poll(() => screen.documentLoads.at(-1)).toBe('/');
  await screen.reload('/');
  await expect.element(page.getByRole('article').getByRole('link', { name: 'Part 1' })).toBeVisible();
});

longTest('the login page shows how many changes wait in a kept copy', async () => {
  const screen = await openSignedIn();
  screen.stopArchive();
  for (const title of ['Part 2', 'Part 3']) {
    await page
      .getByRole('button', { name: `More actions for ${title}` })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Mark watched' }).click();
  }
  await openLogout();
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
  await screen.reload('/login/');
  await expect.element(page.getByText('2 changes not sent yet.')).toBeVisible();
});

test('logging out with “clear this device” leaves no database of the person', async () => {
  const screen = await openSignedIn();
  const { name } = screen.mirror().db;
  await openLogout();
  await page.getByRole('button', { name: 'Log out and clear this device' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']); // the dialog loads it once the copy is deleted
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  await screen.reload('/');
  await expect.element(logInButton).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Open my copy/ })).not.toBeInTheDocument();
});

longTest('the logout dialog reports a logout that a full device cannot record, and allows another try', async () => {
  const screen = await openSignedIn();
  await openLogout();
  const putSpy = vi.spyOn(screen.mirror().registry.notes, 'put').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.element(page.getByRole('alertdialog').getByText(/^You are still signed in/)).toBeVisible();
  expect(screen.documentLoads).toEqual([]);
  putSpy.mockRestore();
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
});

longTest('the dialog of the settings reports that a full device cannot record its clearing, and allows another try', async () => {
  const screen = await renderScreen('/settings/user/');
  await page.getByRole('button', { name: 'Clear this device', exact: true }).click();
  const clearButton = page.getByRole('button', { name: 'Log out and clear this device' });
  const putSpy = vi.spyOn(screen.mirror().registry.notes, 'put').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await clearButton.click();
  await expect.element(page.getByRole('alertdialog').getByText(/^You are still signed in.* saved videos are already deleted/)).toBeVisible();
  expect(screen.documentLoads).toEqual([]);
  putSpy.mockRestore();
  await clearButton.click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
});

longTest('the account stays open for saved videos after a logout that could not be recorded, and a logout in another tab ends this page', async () => {
  const screen = await openSignedIn();
  const { registry, accountKey } = screen.mirror();
  await putSaved(screen, wholeItem('part1'));
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  localStorage.setItem('stowaway.has-saved', '1');
  await openLogout();
  const putSpy = vi.spyOn(registry.notes, 'put').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.element(page.getByRole('alertdialog').getByText(/^You are still signed in/)).toBeVisible();
  putSpy.mockRestore();
  await expect.poll(() => ledger.readOpenAccount()).toBe(accountKey);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(screen.documentLoads).toEqual([]);
  await registry.accounts.update(accountKey, { isLocked: 1 }); // as the other tab does
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
});

test('a page reloads instead of opening the login page when the same person logs in again in another tab', async () => {
  const screen = await openSignedIn();
  const { registry, accountKey } = screen.mirror();
  // This is what the other tab does: it locks all accounts, requests the documents of the new session, and unlocks the account.
  await navigator.locks.request(signInLock, async () => {
    const whenLocked = new Promise<void>((resolve) => watchAccount(screen.mirror(), resolve)); // after the page’s own watch
    await registry.accounts.update(accountKey, { isLocked: 1 });
    await whenLocked;
    expect(screen.documentLoads).toEqual([]);
    await registry.accounts.update(accountKey, { isLocked: 0 });
  });
  await expect.poll(() => screen.documentLoads).toEqual(['/']);
});

test('a page whose copy is open notices another person’s session, also after a refused login', async () => {
  const screen = await openSignedIn();
  const { registry, accountKey } = screen.mirror();
  screen.goTo('/login/');
  await fillIn('not the one');
  await logInButton.click();
  await expect.element(page.getByRole('alert').getByText(/^Failed to login/)).toBeVisible();
  expect(screen.documentLoads).toEqual([]);
  // Somebody else signs in in another tab.
  screen.archive.on('/api/channel/', () => json({ data: [], paginate: aWirePagination() }, 200, { 'X-Stowaway-User': '2' }));
  screen.goTo('/channel/');
  // Each answer that names the other person loads the page again. In a browser the first load ends the document.
  await expect.poll(() => screen.documentLoads).toContain('/channel/');
  expect((await registry.accounts.get(accountKey))?.isLocked).toBe(1);
});

longTest('the login page opens the requested page when somebody signs in in another tab', async () => {
  const screen = await openSignedIn();
  const { registry, accountKey } = screen.mirror();
  await openLogout();
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
  await screen.reload('/login/?next=/channel/');
  await expect.element(page.getByText('marlow, as it was on this device.')).toBeVisible();
  // This is what the other tab does.
  await incrementSessionCount(registry);
  await registry.accounts.update(accountKey, { isLocked: 0 });
  await expect.poll(() => screen.documentLoads).toEqual(['/login/', '/channel/']);
});

longTest('a page whose logout could not be recorded still opens the login page if another tab has locked the account meanwhile', async () => {
  const screen = await openSignedIn();
  const { registry, accountKey } = screen.mirror();
  await openLogout();
  const whenLocked = new Promise<void>((resolve) => watchAccount(screen.mirror(), resolve)); // after the page’s own watch
  const transactionSpy = vi.spyOn(registry, 'transaction').mockImplementation((async () => {
    await registry.accounts.update(accountKey, { isLocked: 1 }); // as the other tab does
    await whenLocked;
    throw new DOMException('no space', 'QuotaExceededError');
  }) as never);
  onTestFinished(() => transactionSpy.mockRestore());
  await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
  await expect.poll(() => screen.documentLoads).toEqual(['/login/']);
  expect(transactionSpy).toHaveBeenCalled();
});

test('the logout dialog can be cancelled, and shows how many changes have not been sent', async () => {
  const screen = await openSignedIn();
  await openLogout();
  await expect.element(page.getByRole('alertdialog', { name: 'Log out?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  screen.stopArchive();
  await page.getByRole('button', { name: 'More actions for Part 2' }).last().click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
  await openLogout();
  await expect.element(page.getByRole('alertdialog', { name: 'Log out? 1 change has not been sent.' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.documentLoads).toEqual([]);
});

function openSignedOut(address = '/login/'): Promise<Screen> {
  return renderScreen(address, { isSignedOut: true });
}

async function openSignedIn(): Promise<Screen> {
  const screen = await renderScreen('/');
  await expect.element(homeHeading).toBeVisible();
  await expect.element(page.getByRole('article').getByRole('link', { name: 'Part 1' })).toBeVisible();
  return screen;
}

async function fillIn(typedPassword = rightPassword): Promise<void> {
  await usernameField.fill('marlow');
  await passwordField.fill(typedPassword);
}

async function openLogout(): Promise<void> {
  await page.getByRole('button', { name: 'Account and more' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

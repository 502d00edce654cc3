// A channel's Playlists and About tabs (SPEC §2 "Channel shell", §5 "Number settings").
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { WireChannelOverwrites } from '../../src/contract/names.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import { aWireChannel } from '../builders/mirror-wire.ts';
import { json, refusedConnection } from '../doubles/fetch-script.ts';
import { renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const channel = aWireChannel({ channel_description: 'Walks along the quay.' });
const aboutAddress = `/channel/${channel.channel_id}/about/`;
const changeCall = `POST /api/channel/${channel.channel_id}/`;
const daysField: Locator = page.getByRole('textbox', { name: 'Delete watched videos after' });

afterEach(() => {
  vi.restoreAllMocks(); // first, because a spy on a fake timer would otherwise put the fake timer back
  vi.useRealTimers();
});

longTest('the tabs lead to the channel’s playlists and to the channel’s facts', async () => {
  await open(`/channel/${channel.channel_id}/`);
  const tabs = page.getByRole('navigation', { name: 'Channel', exact: true });
  await tabs.getByRole('link', { name: 'Playlists' }).click();
  await expect.element(page.getByRole('main').getByRole('article')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Quay walks' })).toBeVisible();
  await tabs.getByRole('link', { name: 'About' }).click();
  await expect.poll(() => location.pathname).toBe(aboutAddress);
  await expect.element(page.getByText('Last refreshed', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Walks along the quay.')).toBeVisible();
});

test('Enter saves a number and shows a tick for three seconds; Update appears only if the number has changed', async () => {
  const { archive } = await open();
  await expect.element(daysField).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Update' })).not.toBeInTheDocument();
  await daysField.fill('many');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/A whole number/);
  await daysField.fill('30');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
  await userEvent.keyboard('{Enter}');
  // Waits frame by frame: `expect.element` would let the fake timers advance.
  const isTicked = (): boolean => page.getByRole('img', { name: 'Saved' }).elements().length === 1;
  while (!isTicked()) await aFrame();
  // An effect starts the timer that hides the tick, a moment after the tick is drawn.
  while (!setTimeoutSpy.mock.calls.some(([, ms]) => ms === 3_000)) await aFrame();
  expect(archive.sentBody(changeCall)).toEqual({ channel_overwrites: { autodelete_days: 30 } });
  expect(page.getByRole('button', { name: 'Update' }).elements()).toEqual([]);
  vi.advanceTimersByTime(2_999);
  for (let frame = 0; frame < 3; frame += 1) await aFrame();
  expect(isTicked()).toBe(true);
  vi.advanceTimersByTime(1);
  while (isTicked()) await aFrame();
});

test('a choice is sent to the archive, and Reset clears it', async () => {
  const { archive } = await open();
  await page.getByRole('button', { name: 'Configure: SponsorBlock' }).click();
  await page.getByRole('radiogroup', { name: 'SponsorBlock' }).getByText('Off', { exact: true }).click();
  await expect.poll(() => archive.sentBody(changeCall)).toEqual({ channel_overwrites: { integrate_sponsorblock: false } });
  await page.getByRole('button', { name: 'Reset: SponsorBlock' }).click();
  await expect.element(page.getByRole('button', { name: 'Configure: SponsorBlock' })).toBeVisible();
  expect(archive.sentBody(changeCall)).toEqual({ channel_overwrites: { integrate_sponsorblock: null } });
});

longTest('Reset clears a number', async () => {
  const { archive } = await open(aboutAddress, { autodelete_days: 30 });
  await page.getByRole('button', { name: 'Reset: Delete watched videos after' }).click();
  await expect.element(daysField).toHaveValue('');
  expect(archive.sentBody(changeCall)).toEqual({ channel_overwrites: { autodelete_days: null } });
});

longTest('a change while the archive is away shows a message and keeps the entered value; Escape restores the old value', async () => {
  const { archive } = await open(aboutAddress, { autodelete_days: 30 });
  archive.on(changeCall, refusedConnection);
  await daysField.fill('45');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.element(page.getByRole('alert').getByText(/This needs the server/)).toBeVisible();
  await expect.element(daysField).toHaveValue('45');
  await daysField.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(daysField).toHaveValue('30');
});

longTest('a change that the archive accepts and this device cannot store shows a message', async () => {
  const { archive, mirror } = await open(aboutAddress, { autodelete_days: 30 });
  await expect.element(daysField).toHaveValue('30');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(mirror().db.documents, 'put').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await daysField.fill('45');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.element(page.getByRole('alert').getByText(shellTexts.notKept.full)).toBeVisible();
  await expect.poll(() => page.getByText(shellTexts.notKept.full).elements().length, { message: 'and as a toast' }).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeEnabled();
  expect(archive.sentBody(changeCall)).toEqual({ channel_overwrites: { autodelete_days: 45 } });
});

test('Reindex shows that the reindex is scheduled', async () => {
  const { archive } = await open();
  await page.getByRole('button', { name: 'Reindex' }).click();
  await expectQuotedText('Reindex scheduled', page.getByText('Reindex scheduled'));
  expect(archive.sentBody('POST /api/refresh/')).toEqual({ channel: [channel.channel_id] });
});

test('Delete asks for a confirmation, and leads to the list of channels once the channel is deleted', async () => {
  const { archive } = await open();
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(archive.count('DELETE /api/channel/')).toBe(0);
  archive.on(`DELETE /api/channel/${channel.channel_id}/`, new Response(null, { status: 204 }));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => location.pathname).toBe('/channel/');
  expect(archive.count('DELETE /api/channel/')).toBe(1);
});

longTest('a page that the user opens during the deletion of a channel stays open', async () => {
  const { archive, goTo } = await open();
  const question = page.getByRole('alertdialog');
  let finishDeletion = (): void => {};
  const deletionGate = new Promise<void>((resolve) => (finishDeletion = resolve));
  archive.on(`DELETE /api/channel/${channel.channel_id}/`, () => deletionGate.then(() => new Response(null, { status: 204 })));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  goTo('/about/');
  await expect.element(question).not.toBeInTheDocument();
  finishDeletion();
  await expect.element(page.getByText(`Deleted ${channel.channel_name}.`)).toBeVisible();
  expect(location.pathname).toBe('/about/');
});

for (const [subscribers, shownNumbers] of [
  [412_000, ['412,000']],
  [0, []],
] as const) {
  test(`the facts show ${shownNumbers.join() || 'nothing'} for ${subscribers} subscribers`, async () => {
    await renderScreen(aboutAddress, { channels: [{ ...channel, channel_subs: subscribers }] });
    await expect.element(page.getByText('Last refreshed', { exact: true })).toBeVisible();
    const numbers = page
      .getByText('Subscribers', { exact: true })
      .elements()
      .map((name) => name.nextElementSibling?.textContent);
    expect(numbers).toEqual(shownNumbers);
  });
}

longTest('a confirmation dialog wraps a long name, and scrolls if it is taller than the window', async () => {
  const channel_name = 'SlowHarbour'.repeat(30);
  await renderScreen(aboutAddress, { channels: [{ ...channel, channel_name }], viewport: { width: 640, height: 320 } });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  const question = page.getByRole('alertdialog').element();
  expect([question.scrollWidth, question.scrollHeight > question.clientHeight]).toEqual([question.clientWidth, true]);
  expect(getComputedStyle(question).overflowY).toBe('auto');
});

test('a person who is not on the staff sees the facts about the channel, but no fields and no Reindex', async () => {
  await open(aboutAddress, {}, { isStaff: false });
  await expect.element(page.getByText('Last refreshed', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reindex' })).not.toBeInTheDocument();
  await expect.element(daysField).not.toBeInTheDocument();
});

function aFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

async function open(address = aboutAddress, overwrites: Partial<WireChannelOverwrites> = {}, options: ScreenOptions = {}): Promise<Screen> {
  let storedOverwrites = overwrites as WireChannelOverwrites;
  const screen = await renderScreen(address, {
    channels: [channel],
    ...options,
    answers: { [`/api/channel/${channel.channel_id}/`]: () => json({ ...channel, channel_overwrites: storedOverwrites }) },
  });
  const { archive } = screen;
  archive.on(
    `/api/channel/${channel.channel_id}/nav/`,
    json({ has_pending: false, has_ignored: false, has_playlists: true, has_streams: false, has_shorts: false }),
  );
  archive.on(
    `/api/channel/${channel.channel_id}/aggs/`,
    json({ total_items: { value: 5 }, total_size: { value: 1 }, total_duration: { value: 60, value_str: '1m' } }),
  );
  archive.on(changeCall, ({ body }) => {
    storedOverwrites = { ...storedOverwrites, ...(body as { channel_overwrites: WireChannelOverwrites }).channel_overwrites };
    return json({ ...channel, channel_overwrites: storedOverwrites });
  });
  return screen;
}

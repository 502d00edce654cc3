// The application settings (SPEC §2 "Application settings", §3 "App settings", §5, §8).
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { WireAppSettings } from '../../src/contract/names.ts';
import { allAppSettings } from '../builders/mirror-wire.ts';
import { json, refusedConnection } from '../doubles/fetch-script.ts';
import { desktop, renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
const cookieLine = '.video.example\tTRUE\t/\tTRUE\t2145916800\tname\tvalue';

/** For each field: the typed text, and the setting and value that are then sent. */
const fields: [label: string, typedText: string, group: keyof WireAppSettings, key: string, sentValue: unknown][] = [
  ['Videos per scan', '20', 'subscriptions', 'channel_size', 20],
  ['Streams per scan', '0', 'subscriptions', 'live_channel_size', 0],
  ['Shorts per scan', '10', 'subscriptions', 'shorts_channel_size', 10],
  ['Playlist videos per scan', '', 'subscriptions', 'playlist_size', null],
  ['Speed limit', '2000', 'downloads', 'limit_speed', 2000],
  ['Throttled below', '100', 'downloads', 'throttledratelimit', 100],
  ['Sleep between requests', '30', 'downloads', 'sleep_interval', 30],
  ['Delete watched after', '90', 'downloads', 'autodelete_days', 90],
  ['Format', 'bestvideo+bestaudio', 'downloads', 'format', 'bestvideo+bestaudio'],
  ['Format sort', 'res:1080', 'downloads', 'format_sort', 'res:1080'],
  ['Language of titles', 'DE', 'downloads', 'extractor_lang', 'de'],
  ['Subtitle languages', 'en, de', 'downloads', 'subtitle', 'en,de'],
  ['Comments per video', '100,all,100,10', 'downloads', 'comment_max', '100,all,100,10'],
  ['PO token provider', 'http://127.0.0.1:4416', 'downloads', 'pot_provider_url', 'http://127.0.0.1:4416'],
];

const switches: [label: string, group: keyof WireAppSettings, key: string][] = [
  ['Download new videos automatically', 'subscriptions', 'auto_start'],
  ['Quick scan', 'subscriptions', 'extract_flat'],
  ['Embed metadata', 'downloads', 'add_metadata'],
  ['Embed thumbnail', 'downloads', 'add_thumbnail'],
  ['Search in subtitles', 'downloads', 'subtitle_index'],
  ['Return dislikes', 'downloads', 'integrate_ryd'],
  ['SponsorBlock', 'downloads', 'integrate_sponsorblock'],
  ['Cast', 'application', 'enable_cast'],
  ['Daily snapshots', 'application', 'enable_snapshot'],
];

test('each field sends its own setting and nothing else', async () => {
  const { archive } = await open();
  for (const [label, typedText, group, key, sentValue] of fields) {
    await field(label).fill(typedText);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => archive.sentBody('POST /api/appsettings/config/'), { message: label }).toEqual({ [group]: { [key]: sentValue } });
  }
  await expect.element(page.getByRole('img', { name: 'Saved' }).first()).toBeVisible();
});

test('each switch turns its own setting on', async () => {
  const { archive } = await open();
  for (const [label, group, key] of switches) {
    await page.getByRole('switch', { name: label, exact: true }).click();
    await expect.poll(() => archive.sentBody('POST /api/appsettings/config/'), { message: label }).toEqual({ [group]: { [key]: true } });
    await expect.element(page.getByRole('switch', { name: label, exact: true })).toBeChecked();
  }
});

longTest('a choice sends its value, and null for “Not set”', async () => {
  const { archive } = await open();
  await page.getByRole('radiogroup', { name: 'Subtitle source' }).getByText('Uploaded').click();
  await expect.poll(() => archive.appSettings().downloads.subtitle_source).toBe('user');
  await page.getByRole('radiogroup', { name: 'Comment sort' }).getByText('Not set').click();
  await expect.poll(() => archive.appSettings().downloads.comment_sort).toBe(null);
});

longTest('the section links on a desktop lead to their parts of the page', async () => {
  await open({ viewport: desktop });
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Comments' }).click();
  await expect.element(section('Comments')).toBeInViewport();
});

test('an invalid value is reported at its field, and cannot be sent', async () => {
  await open();
  for (const [label, typedText, message] of [
    ['Videos per scan', 'many', /whole number/],
    ['Language of titles', 'eng', /Two letters/],
    ['Subtitle languages', 'english', /not a language code/],
    ['Comments per video', '100', /Four values/],
    ['PO token provider', 'tokens.example', /http/],
    ['PO token', 'abc', /web\+/],
  ] as const) {
    await field(label).fill(typedText);
    await expect.element(page.getByRole('alert')).toHaveTextContent(message);
    await expect.element(page.getByRole('button', { name: 'Update' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  }
});

longTest('a field warns of a value that is not recommended, and can still send it', async () => {
  await open();
  await field('Sleep between requests').fill('4');
  await expect.element(page.getByText(/^Between 2 and 6 s\. Less than 10 is not recommended/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeEnabled();
});

longTest('Reset clears a setting', async () => {
  const { archive } = await open({ appSettings: allAppSettings({ downloads: { limit_speed: 2000 } }) });
  await page.getByRole('button', { name: 'Reset: Speed limit' }).click();
  await expect.poll(() => archive.appSettings().downloads.limit_speed).toBe(null);
  await expect.element(field('Speed limit')).toHaveValue('');
});

longTest('a switch whose change the archive refuses shows the reason, and is off again', async () => {
  const { archive } = await open();
  archive.on('POST /api/appsettings/config/', json({ error: 'Return dislikes is off on this server.' }, 400));
  await page.getByRole('switch', { name: 'Return dislikes', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Return dislikes is off on this server.');
  await expect.element(page.getByRole('switch', { name: 'Return dislikes', exact: true })).not.toBeChecked();
});

test('a field whose change the archive refuses shows the archive’s message and keeps the entered value', async () => {
  const { archive } = await open();
  archive.on('POST /api/appsettings/config/', json({ downloads: { format: ['This format is not for us.'] } }, 400));
  await field('Format').fill('worst');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.element(section('Download Format').getByRole('alert')).toHaveTextContent('This format is not for us.');
  await expect.element(field('Format')).toHaveValue('worst');
});

test('the page allows no change while the archive is away, keeps the entered value, and can send it afterwards', async () => {
  const screen = await open();
  await field('Format').fill('worst');
  screen.archive.on('POST /api/', refusedConnection);
  await page.getByRole('button', { name: 'Update' }).click();
  screen.stopArchive();
  await expect.element(section('Download Format').getByRole('alert')).toHaveTextContent(/^This needs the server/);
  await expect.element(page.getByText(/^Changing this needs the server\. Last known values from /)).toBeVisible();
  await expect.element(field('Format')).toHaveValue('worst');
  await expect.element(field('Videos per scan')).toHaveAttribute('readonly');
  await expect.element(page.getByRole('switch', { name: 'Cast' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  screen.archive.on('POST /api/appsettings/config/', json(allAppSettings({ downloads: { format: 'worst' } })));
  screen.startArchive();
  await expect.element(page.getByText(/^Changing this needs the server\./)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.element(page.getByRole('img', { name: 'Saved' })).toBeVisible();
  expect(screen.archive.sentBody('POST /api/appsettings/config/')).toEqual({ downloads: { format: 'worst' } });
});

test('only settings that this archive sent have a field, because servers of other releases have other settings', async () => {
  const settings = allAppSettings();
  delete settings.downloads.pot_provider_url;
  await open({ appSettings: settings });
  await expect.element(field('PO token')).toBeVisible();
  await expect.element(field('PO token provider')).not.toBeInTheDocument();
});

longTest('a long value keeps its line while it is edited; Reset stays at its end, and Update appears below it', async () => {
  await open({ appSettings: allAppSettings({ downloads: { format: 'worst' } }) });
  const format = field('Format');
  await expect.element(format).toBeVisible();
  const { width } = format.element().getBoundingClientRect();
  await format.fill('bestvideo[height<=720]+bestaudio/best[height<=720]');
  const updateButton = section('Download Format').getByRole('button', { name: 'Update' });
  await expect.element(updateButton).toBeVisible();
  expect(format.element().getBoundingClientRect().width).toBe(width);
  const formatBox = format.element().getBoundingClientRect();
  expect(updateButton.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(formatBox.bottom);
  const resetBox = section('Download Format').getByRole('button', { name: 'Reset: Format', exact: true }).element().getBoundingClientRect();
  expect(resetBox.left).toBeGreaterThanOrEqual(formatBox.right);
  expect(resetBox.bottom).toBeLessThanOrEqual(formatBox.bottom + 2);
});

test('the page checks a cookie before sending, shows a refusal, reads a file, validates the cookie, and deletes it after a confirmation', async () => {
  let storedCookie: object = { cookie_enabled: false };
  const { archive } = await open({ answers: { '/api/appsettings/cookie/': () => json(storedCookie) } });
  archive.on('PUT /api/appsettings/cookie/', json({ message: 'Cookie import failed: expired.' }, 400));
  archive.on('POST /api/appsettings/cookie/', () => json(storedCookie));
  archive.on('DELETE /api/appsettings/cookie/', () => {
    storedCookie = { cookie_enabled: false };
    return new Response(null, { status: 204 });
  });
  const cookie = section('Cookie');
  await expect.element(cookie.getByText('No cookie stored.')).toBeVisible();
  await cookie.getByRole('button', { name: 'Add' }).click();
  const contentField = cookie.getByRole('textbox');
  await contentField.fill(cookieLine.replaceAll('\t', ' '));
  await expect.element(cookie.getByRole('alert')).toHaveTextContent('Line 1 has 1 field, not 7');
  await expect.element(cookie.getByRole('button', { name: 'Save' })).toBeDisabled();
  await contentField.fill(cookieLine);
  await cookie.getByRole('button', { name: 'Save' }).click();
  await expect.element(cookie.getByRole('alert')).toHaveTextContent('Cookie import failed: expired.');
  archive.on('PUT /api/appsettings/cookie/', () => {
    storedCookie = { cookie_enabled: true, status: true, validated: Math.floor(Date.now() / 1000), validated_str: 'now' };
    return json(storedCookie);
  });
  const fileInput = document.querySelector('input[type=file]');
  if (!fileInput) throw new Error('there is no file input');
  await userEvent.upload(fileInput, new File([`${cookieLine}\n`], 'cookies.txt', { type: 'text/plain' }));
  await expect.element(contentField).toHaveValue(`${cookieLine}\n`);
  await cookie.getByRole('button', { name: 'Save' }).click();
  await expect.element(cookie.getByText(/^Accepted, checked just now/)).toBeVisible();
  expect(archive.sentBody('PUT /api/appsettings/cookie/')).toMatchObject({ cookie: expect.stringContaining(cookieLine) as string });
  await cookie.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => archive.count('POST /api/appsettings/cookie/')).toBe(1);
  await cookie.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(cookie.getByText('No cookie stored.')).toBeVisible();
});

test('the page stores and removes a PO token, and says whether one is stored', async () => {
  const { archive } = await open();
  let isStored = false;
  archive.on('/api/appsettings/config/', () => json(allAppSettings({ downloads: { potoken: isStored } })));
  archive.on('POST /api/appsettings/potoken/', () => {
    isStored = true;
    return json({ message: true });
  });
  archive.on('DELETE /api/appsettings/potoken/', () => {
    isStored = false;
    return json({ message: true });
  });
  const poToken = section('PO Token');
  await field('PO token').fill('web+a-token-that-nobody-reads');
  await poToken.getByRole('button', { name: 'Update' }).click();
  await expect.element(poToken.getByText('Token stored.')).toBeVisible();
  await expect.poll(() => archive.sentBody('POST /api/appsettings/potoken/')).toEqual({ potoken: 'web+a-token-that-nobody-reads' });
  await poToken.getByRole('button', { name: 'Remove' }).click();
  await expect.element(poToken.getByText('No token stored.')).toBeVisible();
});

test('the page shows the API token on request, hides it again, and revokes it after a confirmation', async () => {
  let tokenNumber = 1;
  const { archive } = await open({ answers: { '/api/appsettings/token/': () => json({ token: `token-${tokenNumber}` }) } });
  archive.on('DELETE /api/appsettings/token/', () => {
    tokenNumber += 1;
    return new Response(null, { status: 204 });
  });
  const integrations = section('Integrations');
  await integrations.getByRole('button', { name: 'Show' }).click();
  await expect.element(integrations.getByText('token-1')).toBeVisible();
  await integrations.getByRole('button', { name: 'Hide' }).click();
  await expect.element(integrations.getByText('token-1')).not.toBeInTheDocument();
  await integrations.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog', { name: 'Revoke the API token?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect.element(integrations.getByText('Revoked.')).toBeVisible();
  await integrations.getByRole('button', { name: 'Show' }).click();
  await expect.element(integrations.getByText('token-2')).toBeVisible();
});

test('the membership shows the platform’s messages and its key, and can be checked again, synchronised and removed', async () => {
  const profile = {
    id: 4,
    user: { id: 9, username: 'fern' },
    sponsor_tier: { tier_id: 1, name: 'Bronze', description: 'Up to 25 channels', max_subs: 25 },
    subscription_count: 12,
    subscription_is_max: false,
  };
  const membershipKey = 'd41f0c8a52b7e96310fa';
  const { archive } = await open({ answers: { '/api/appsettings/membership/token/': { token: null } } });
  const membership = section('Membership');
  archive.on('POST /api/appsettings/membership/token/', json({ token: membershipKey }));
  archive.on('/api/appsettings/membership/profile/', json({ message: 'Invalid token.' }, 400));
  await expect.element(field('Membership key')).toBeVisible();
  await expect.element(membership.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  await field('Membership key').fill(membershipKey);
  archive.on('/api/appsettings/membership/token/', json({ token: membershipKey }));
  await membership.getByRole('button', { name: 'Save' }).click();
  await expectQuotedText('Error: {message}', membership.getByText('Error: Invalid token.'));
  archive.on('/api/appsettings/membership/profile/', json(profile));
  await membership.getByRole('button', { name: 'Check again' }).click();
  await expect.element(membership.getByText('12 of 25')).toBeVisible();
  await expect.element(membership.getByText('Connection')).not.toBeInTheDocument(); // reported only by newer servers
  await membership.getByRole('button', { name: 'Show' }).click();
  await expect.element(field('Membership key')).toHaveValue(membershipKey);
  archive.on('POST /api/appsettings/membership/sync/', new Response(null, { status: 204 }));
  await membership.getByRole('button', { name: 'Sync' }).click();
  await expect.element(membership.getByText('Sent.')).toBeVisible();
  archive.on('DELETE /api/appsettings/membership/token/', new Response(null, { status: 204 }));
  await membership.getByRole('button', { name: 'Forget' }).click();
  await expect.element(membership.getByRole('button', { name: 'Sync' })).not.toBeInTheDocument();
  await expect.element(field('Membership key')).toHaveValue('');
});

longTest('the page does not report an error of the platform when the archive is away', async () => {
  const screen = await open({
    answers: {
      '/api/appsettings/membership/token/': { token: 'd41f0c8a52b7e96310fa' },
      '/api/appsettings/membership/profile/': () => new Promise(() => {}), // the platform has not answered yet
    },
  });
  const membership = section('Membership');
  await expect.element(membership.getByText('Checking with the platform…')).toBeVisible();
  screen.stopArchive();
  await expect.element(membership.getByRole('alert')).toHaveTextContent('Your server isn’t answering, and this is not on this device yet.');
});

test('the page creates a snapshot, and restores it after two confirmations, in which Cancel has the focus', async () => {
  const snapshots: object[] = [];
  const info = () => ({ next_exec: 0, next_exec_str: '03:00', expire_after: '30d', snapshots });
  const { archive } = await open({ answers: { '/api/appsettings/snapshot/': () => json(info()) } });
  archive.on('POST /api/appsettings/snapshot/', () => {
    snapshots.push({ id: 'snap-1', state: 'SUCCESS', es_version: '1', start_date: '2026-03-01 04:00', end_date: '', end_stamp: 0, duration_s: 2 });
    return json({});
  });
  archive.on('POST /api/appsettings/snapshot/snap-1/', json({ task_id: 'task-1' }));
  const card = section('Snapshots');
  await expect.element(card.getByText('No snapshots yet.')).toBeVisible();
  await card.getByRole('button', { name: 'Create now' }).click();
  const snapshot = card.getByRole('listitem');
  await expect.element(snapshot.getByText(/Complete/)).toBeVisible();
  const secondQuestion = page.getByRole('alertdialog', { name: 'Replace the index now?' });
  for (const answer of ['Cancel', 'Replace and restore']) {
    await snapshot.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect.element(secondQuestion.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await secondQuestion.getByRole('button', { name: answer }).click();
    await expect.element(secondQuestion).not.toBeInTheDocument();
  }
  await expect.element(snapshot.getByText('Restore started')).toBeVisible();
  expect(archive.count('POST /api/appsettings/snapshot/snap-1/')).toBe(1);
});

function open(options: ScreenOptions = {}): Promise<Screen> {
  return renderScreen('/settings/application/', {
    appSettings: allAppSettings(),
    ...options,
    answers: {
      '/api/appsettings/cookie/': { cookie_enabled: false },
      '/api/appsettings/snapshot/': { next_exec: 0, next_exec_str: '', expire_after: '', snapshots: [] },
      '/api/appsettings/membership/token/': { token: null },
      ...options.answers,
    },
  });
}

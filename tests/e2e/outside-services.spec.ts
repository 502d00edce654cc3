// The archive's requests to external services, seen from the staff's screens: the membership platform and a notification target, for both
// of which one service on loopback stands in. settings-application and settings-scheduling in tests/component cover refusals and failures.
import { expect, type Locator, type Page } from '@playwright/test';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { createArchiveProcess, type ArchiveProcess } from './archive-process.ts';
import { signIn } from './device.ts';
import { test as base } from './fixtures.ts';
import { templateFolder } from './global-setup.ts';

const test = base.extend<{ service: ExternalService; connectedArchive: ArchiveProcess }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  service: async ({}, use) => {
    const service = await startExternalService();
    await use(service);
    await service.stop();
  },
  connectedArchive: async ({ service }, use) => {
    const archive = await createArchiveProcess({ template: templateFolder, environment: { STOWAWAY_MEMBERSHIP_URL: service.url.href } });
    await archive.start();
    await use(archive);
    await archive.remove();
  },
});

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test(
  'staff can see and sync a membership and test a notification, and a logout ends the session',
  { tag: '@long' },
  async ({ service, connectedArchive: archive, page }) => {
    const tier = { tier_id: 1, name: 'Bronze', description: 'Up to 25 channels', max_subs: 25 };
    const user = { id: 9, username: 'fern' };
    service.answer = { status: 200, body: { id: 4, user, sponsor_tier: tier, subscription_count: 12, subscription_is_max: false, is_connected: true } };
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/settings/application/`);
    const membership = section(page, 'Membership');
    await membership.getByRole('textbox', { name: 'Membership key' }).fill('d41f0c8a52b7e96310fa');
    await membership.getByRole('button', { name: 'Save' }).click();
    await expect(membership.getByText('12 of 25')).toBeVisible({ timeout: 20_000 });
    await expect(membership.getByText('fern', { exact: true })).toBeVisible();
    await expect(membership.getByText('Connection')).toBeVisible(); // reported by newer servers, like ours
    await membership.getByRole('button', { name: 'Sync' }).click();
    await expect(membership.getByText('Sent.')).toBeVisible();
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/profile/subscription/?delete=true');
    expect(service.requests.every(({ authorization }) => authorization === 'Token d41f0c8a52b7e96310fa')).toBe(true);

    service.answer = { status: 200, body: 'ok' };
    await page.goto(`${archive.url}/settings/scheduling/`);
    const notifications = section(page, 'Notifications');
    await notifications.getByRole('combobox', { name: 'Task' }).selectOption('Rescan subscriptions');
    await notifications.getByRole('textbox', { name: 'Address' }).fill(new URL('/harbour', service.url).href);
    await notifications.getByRole('button', { name: 'Test' }).click();
    await expect.poll(() => service.requests.at(-1)?.path).toBe('/harbour');
    await expect(notifications.getByRole('status').filter({ hasText: /./ }).first()).toBeVisible(); // the archive's message
    await expect(notifications.getByText('Test notification failed')).toHaveCount(0);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    expect((await page.request.get(`${archive.url}/api/ping/`)).status()).toBe(403);
  },
);

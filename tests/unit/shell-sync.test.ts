import { describe, expect, test } from 'vitest';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { afterConnection, afterSettled, afterTimeout, backBannerMs, connectionBanner } from '../../src/app/shell/connection-banner.ts';
import { changeText, parkedText } from '../../src/features/unsent/change-text.ts';
import { headlineTone, syncHeadline } from '../../src/app/shell/sync-headline.ts';
import { syncStatusView } from '../../src/app/shell/sync-status-view.ts';
import type { ConnectionName } from '../../src/lib/connection.ts';
import type { SettledChange } from '../../src/queries/sync-events.ts';
import { aSyncStatus, noon } from '../builders/sync-status.ts';

describe('the chip names the state', () => {
  test.each([
    ['up to date', aSyncStatus(), 'ok', '', 'Up to date'],
    ['syncing', aSyncStatus({ waitingCount: 3, sendingCount: 1 }), 'busy', 'Syncing 3', 'Syncing 3'],
    ['offline', aSyncStatus({ connection: 'offline', waitingCount: 3 }), 'waiting', '3', 'Offline, 3 changes waiting to sync'],
    ['offline with nothing to send', aSyncStatus({ connection: 'offline' }), 'waiting', '', 'Offline'],
    ['server away', aSyncStatus({ connection: 'unreachable', waitingCount: 1 }), 'waiting', '1', 'Server unreachable, 1 change waiting to sync'],
    ['captive portal', aSyncStatus({ connection: 'captive' }), 'warn', '', 'Sign in to the Wi-Fi'],
    ['sign-in page of a proxy', aSyncStatus({ connection: 'proxy-login', waitingCount: 2 }), 'warn', '2', 'Sign in to your server, 2 changes waiting to sync'],
    ['signed out', aSyncStatus({ connection: 'signed-out', waitingCount: 2 }), 'accent', 'Log in to sync', 'Log in to sync, 2 changes waiting to sync'],
    ['needs you', aSyncStatus({ parkedCount: 1 }), 'danger', '1 needs you', '1 needs you'],
    [
      'made by another version',
      aSyncStatus({ waitingCount: 2, otherVersionCount: 2 }),
      'waiting',
      'Update to sync',
      'Update to sync, 2 changes waiting to sync',
    ],
    ['made by another version and by this one', aSyncStatus({ waitingCount: 3, otherVersionCount: 2 }), 'busy', 'Syncing 1', 'Syncing 1'],
    ['nothing copied', aSyncStatus({ lastSyncAtMs: null }), 'plain', '', 'Connected'],
    ['slow, but reachable', aSyncStatus({ connection: 'degraded' }), 'ok', '', 'Up to date'],
  ])('%s', (_case, status, tone, chipText, label) => {
    expect(syncStatusView(status, noon)).toMatchObject({ tone, chipText, label });
  });

  test('the card shows the time of the last sync', () => {
    expect(syncStatusView(aSyncStatus(), noon).subtitle).toBe('Synced 2 min ago');
    expect(syncStatusView(aSyncStatus({ connection: 'offline', lastSyncAtMs: null }), noon).subtitle).toBe('Not synced yet');
  });

  test('the card does not say that an empty copy is up to date', () => {
    expect(syncStatusView(aSyncStatus({ lastSyncAtMs: null }), noon)).toMatchObject({
      title: 'Connected',
      subtitle: 'Nothing is copied to this device yet.',
    });
  });
});

describe('the sheet’s headline', () => {
  test.each([
    [
      'offline',
      aSyncStatus({ connection: 'offline', waitingCount: 3 }),
      'Offline since 11:00',
      '3 changes wait on this device. They are sent when the server answers.',
    ],
    ['signed out', aSyncStatus({ connection: 'signed-out', waitingCount: 1 }), 'You’ve been signed out', '1 change waits on this device. Log in to send it.'],
    [
      'a proxy in front of the server',
      aSyncStatus({ connection: 'proxy-login', waitingCount: 1 }),
      'Your server is behind a sign-in page',
      '1 change waits on this device. It is sent when the server answers.',
    ],
    ['nothing to do', aSyncStatus(), 'Up to date', 'Synced 2 min ago'],
    ['nothing copied', aSyncStatus({ lastSyncAtMs: null }), 'Connected', 'Nothing is copied to this device yet.'],
    [
      'made by another version',
      aSyncStatus({ waitingCount: 1, otherVersionCount: 1 }),
      '1 change from another version of the app',
      'It is sent when the app is up to date.',
    ],
    [
      'made by another version, signed out',
      aSyncStatus({ connection: 'signed-out', waitingCount: 2, otherVersionCount: 2 }),
      'You’ve been signed out',
      '2 changes wait for another version of the app.',
    ],
    [
      'made by another version and by this one',
      aSyncStatus({ waitingCount: 3, otherVersionCount: 2 }),
      '1 change to send',
      'It is sent when the server answers.',
    ],
    [
      'waiting for a refused creation',
      aSyncStatus({ waitingCount: 2, blockedCount: 2, parkedCount: 1 }),
      '1 needs you',
      '2 changes wait for what the server refused.',
    ],
    [
      'waiting for a refused creation, offline',
      aSyncStatus({ connection: 'offline', waitingCount: 1, blockedCount: 1, parkedCount: 1 }),
      'Offline since 11:00',
      '1 change waits for what the server refused.',
    ],
    ['only refused changes', aSyncStatus({ parkedCount: 2 }), '2 need you', 'Everything else is sent.'],
    ['due later', aSyncStatus({ waitingCount: 1 }), '1 change to send', 'It is sent when the server answers.'],
  ])('%s', (_case, status, title, text) => {
    expect(syncHeadline(status, noon)).toEqual({ title, text });
  });

  test.each([
    [aSyncStatus(), 'ok'],
    [aSyncStatus({ connection: 'degraded' }), 'waiting'],
    [aSyncStatus({ connection: 'degraded', parkedCount: 1 }), 'danger'],
  ])('is green only if the server always answers (case %#)', (status, tone) => {
    expect(headlineTone(status, syncStatusView(status, noon))).toBe(tone);
  });
});

const noSavedVideos = { isRead: true, count: 0 };

describe('the banner', () => {
  test('offline, it shows the age of the copy', () => {
    expect(connectionBanner(aSyncStatus({ connection: 'offline' }), null, noon, noSavedVideos)).toEqual({
      kind: 'away',
      title: 'Offline. This is your copy from 11:58.',
      text: null,
    });
  });

  test('with the server away, it says that the server is not answering', () => {
    expect(connectionBanner(aSyncStatus({ connection: 'unreachable', waitingCount: 2 }), null, noon, noSavedVideos)).toMatchObject({
      title: 'Your server isn’t answering. This is your copy from 11:58.',
      text: '2 changes wait to sync.',
    });
  });

  test('signed out, it says what a login would send', () => {
    expect(connectionBanner(aSyncStatus({ connection: 'signed-out', waitingCount: 3 }), null, noon, noSavedVideos)).toMatchObject({
      title: 'You’ve been signed out.',
      text: 'Keep browsing your copy. Log in to send 3 changes.',
    });
  });

  test('behind a portal, it names the Wi-Fi', () => {
    expect(connectionBanner(aSyncStatus({ connection: 'captive' }), null, noon, noSavedVideos)).toMatchObject({
      title: 'This Wi-Fi wants you to sign in first.',
      href: '/api/ping/',
    });
  });

  test('behind the sign-in page of a proxy, it leads to that page, and mentions neither the Wi-Fi nor a log-in', () => {
    expect(connectionBanner(aSyncStatus({ connection: 'proxy-login', waitingCount: 3 }), null, noon, noSavedVideos)).toEqual({
      kind: 'proxy-login',
      title: 'Your server is behind a sign-in page.',
      text: 'Your archive is out of reach until you sign in.',
      action: 'Sign in',
      href: '?sign-in',
    });
  });

  test('away from the archive, it counts the videos that play from this device, and leaves its text empty until the count is known', () => {
    const awayStatus = aSyncStatus({ connection: 'offline', waitingCount: 3 });
    expect(connectionBanner(awayStatus, null, noon, { isRead: true, count: 23 })).toMatchObject({ text: '23 videos play from this device.' });
    expect(connectionBanner(awayStatus, null, noon, { isRead: true, count: 1 })).toMatchObject({ text: '1 video plays from this device.' });
    expect(connectionBanner(awayStatus, null, noon, { isRead: false, count: 0 })).toMatchObject({ text: '\u00a0' });
    expect(connectionBanner(aSyncStatus({ connection: 'captive' }), null, noon, { isRead: true, count: 1 })).toMatchObject({
      text: 'Your archive is out of reach until you sign in. Saved videos play.',
    });
  });

  test('does not appear while the archive answers, even with a refused change', () => {
    expect(connectionBanner(aSyncStatus({ parkedCount: 1 }), null, noon, noSavedVideos)).toBeNull();
  });

  test('back online, it counts the sent changes', () => {
    expect(connectionBanner(aSyncStatus(), { sentCount: 3 }, noon, noSavedVideos)).toEqual({ kind: 'back', title: 'Back online. 3 changes sent.' });
    expect(connectionBanner(aSyncStatus(), { sentCount: 0 }, noon, noSavedVideos)).toEqual({ kind: 'back', title: 'Back online.' });
  });
});

describe('the notice after coming back', () => {
  const connection = (name: ConnectionName, sinceMs: number) => ({ name, sinceMs, lastAnswerAtMs: null });
  const change = (overrides: Partial<SettledChange> = {}): SettledChange => ({
    kind: 'settled',
    mutation: { kind: 'mark-video-watched' },
    createdAtMs: 0,
    wasHeld: false,
    outcome: { name: 'sent' },
    ...overrides,
  });
  const awayState = afterConnection({ name: 'in-touch' }, connection('unreachable', 500), 500);
  const backState = afterConnection(awayState, connection('online', 1000), 1100);

  test('does not appear at a start when the archive is there', () => {
    expect(afterConnection({ name: 'in-touch' }, connection('online', 0), 0)).toEqual({ name: 'in-touch' });
    expect(afterSettled({ name: 'in-touch' }, change(), 0)).toEqual({ name: 'in-touch' });
  });

  test('counts the changes made while away when they are sent or dropped, and stays longer after each change', () => {
    expect(backState).toMatchObject({ name: 'back', sentCount: 0, untilMs: 1100 + backBannerMs });
    expect(afterSettled(afterSettled(backState, change(), 1500), change({ outcome: { name: 'dropped' } }), 2000)).toMatchObject({
      sentCount: 2,
      untilMs: 2000 + backBannerMs,
    });
  });

  test('counts the changes that another tab sent before this tab noticed the return', () => {
    const stateAfterSend = afterSettled(awayState, change(), 1050);
    expect(afterConnection(stateAfterSend, connection('online', 1000), 1100)).toMatchObject({ name: 'back', sentCount: 1 });
  });

  test('counts as sent neither a refused change, nor a change made after the return, nor a deferred position', () => {
    const parkedOutcome = { name: 'parked', reason: 'forbidden', message: '' } as const;
    for (const overrides of [{ outcome: parkedOutcome }, { createdAtMs: 1001 }, { wasHeld: true }])
      expect(afterSettled(backState, change(overrides), 2000)).toBe(backState);
  });

  test('disappears when its time is over, unless another change has been sent', () => {
    expect(afterTimeout(backState, 1100 + backBannerMs)).toEqual({ name: 'in-touch' });
    const longerState = afterSettled(backState, change(), 2000);
    expect(afterTimeout(longerState, 1100 + backBannerMs)).toBe(longerState);
  });

  test('disappears immediately when the archive is away again, and its count starts over', () => {
    expect(afterConnection(afterSettled(backState, change(), 1200), connection('offline', 1300), 1300)).toEqual({ name: 'away', sentCount: 0 });
  });

  test('continues counting while the archive is away for another reason', () => {
    const stateAfterSend = afterSettled(awayState, change(), 600);
    expect(afterConnection(stateAfterSend, connection('captive', 700), 700)).toBe(stateAfterSend);
  });
});

describe('pending changes in words', () => {
  test('say what was done', () => {
    const textOf = (mutation: KnownMutation): string => changeText({ mutation, isOfOtherVersion: false }).label;
    expect(textOf({ kind: 'save-progress', videoId: 'v', positionSeconds: 1330 })).toBe('Progress 22:10');
    expect(textOf({ kind: 'mark-channel-watched', channelId: 'c', isWatched: false })).toBe('Marked all of a channel unwatched');
  });

  test('say why they were refused, in the server’s own words if there are any', () => {
    expect(parkedText({ name: 'parked', reason: 'refused', message: 'No such video' })).toBe('The server said: No such video');
    expect(parkedText({ name: 'parked', reason: 'forbidden', message: '' })).toBe('The server said: Forbidden. This account can’t do that.');
    expect(parkedText({ name: 'parked', reason: 'ask', message: 'ignored' })).toMatch(/another device/);
  });
});

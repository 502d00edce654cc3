import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { saveLastPosition } from '../../src/app/player-host/last-position.ts';
import { createSessionStore } from '../../src/app/session.ts';
import { createCommands, type CommandPorts } from '../../src/commands/commands.ts';
import { gateBySignOut } from '../../src/commands/sign-out-gate.ts';
import { finishClearing } from '../../src/commands/logout.ts';
import { loadAccount } from '../../src/commands/load-account.ts';
import { openSession } from '../../src/commands/start-session.ts';
import { browserStorage } from '../../src/lib/device-storage.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { firstFrameOf } from '../../src/mirror/first-frame.ts';
import { lockSending, readFence, sendingLockName, signInLock } from '../../src/mirror/fence.ts';
import { withCopyDatabase } from '../../src/mirror/lock-copies.ts';
import { findCurrentAccount, hasPendingSignOut, incrementSessionCount, readSessionCount } from '../../src/mirror/registry.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { createPlayerPreferences } from '../../src/player/player-preferences.ts';
import { sessionStore } from '../../src/queries/session-stores.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, type Revision } from '../../src/saved-media/ledger/rows.ts';
import { accountFolderName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { unlockIfStale } from '../../src/sync/stale-lock.ts';
import { html, json, opaqueRedirect, refusedConnection, scriptFetch, type Scripted } from '../doubles/fetch-script.ts';
import { createMemoryDisk } from '../doubles/memory-disk.ts';
import { stubLocalStorage } from '../doubles/memory-storage.ts';
import { steppedClock, settled, sharedLocks, testOrigin, waitUntil, type SteppedClock } from '../builders/mirror-copy.ts';
import { aWireAccount, aWirePing, aWireUserConfig, someAppSettings } from '../builders/mirror-wire.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';

const signedOutAnswer = (): Response => json({ detail: 'Authentication credentials were not provided.' }, 403);

function failWrites(table: Mirror['db']['documents']): void {
  // Replacing a method would have no effect, because Dexie uses another instance of the table in a transaction.
  table.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  table.hook('updating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

describe('checking the backend', () => {
  test.each<[string, Scripted, string]>([
    ['a pong means online', json(aWirePing()), 'online'],
    ['a 403 means signed out', signedOutAnswer(), 'signed-out'],
    ['no connection means unreachable', refusedConnection, 'unreachable'],
    ['a 502 page means unreachable', html(502), 'unreachable'],
    ['a portal page means a captive portal', html(200), 'captive'],
    ['a redirect means a captive portal', opaqueRedirect, 'captive'],
    ['a proxy’s sign-in page means a sign-in at the proxy', html(401), 'proxy-login'],
  ])('%s', async (_name, answer, backend) => {
    const { script, commands } = setup();
    script.on('/api/ping/', answer);
    expect(await commands.checkBackend()).toBe(backend);
  });
});

/** The lists requested before the copy existed, each with its query and the body of the answer; undefined if the answer cannot be used. */
function readFirstLists({ firstLists }: Mirror): Promise<[string, unknown][]> {
  return Promise.all([...(firstLists ?? [])].map(async ([search, list]): Promise<[string, unknown]> => [search, (await list)?.body]));
}

describe('a start without a copy', () => {
  test('pings first, then requests three documents together, and opens the account', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    const session = await openSession(ports);
    if (session.kind !== 'no-copy') throw new Error(session.kind);
    const outcome = await session.next;
    if (outcome.kind !== 'opened') throw new Error(outcome.kind);
    expect(outcome.account).toMatchObject({ name: 'marlow', isLocked: 0, archiveId: 'archive-7' });
    expect(script.waves()).toEqual([['/api/ping/'], ['/api/user/me/', '/api/user/account/', '/api/appsettings/config/']]);
    expect(sessionStore(outcome.mirror).read()).toMatchObject({ account: { name: 'marlow' }, server: { version: 'v0.1.0' } });
  });

  test('requests the lists of the first page for the account as soon as the settings are known', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/video/?', ({ path }) => json({ data: [], paginate: null, path }));
    let answerAccount: () => void = () => {};
    const accountReleased = new Promise<void>((resolve) => (answerAccount = resolve));
    script.on('/api/user/account/', () => accountReleased.then(() => json(aWireAccount({ id: 1, name: 'marlow' }))));
    const session = await openSession({
      ...ports,
      firstQueries: ({ sort_by: sort }) => [
        { sort, page: 1 },
        { watch: 'continue', page: 1 },
      ],
    });
    await waitUntil(() => script.count('/api/video/?') === 2);
    answerAccount();
    const outcome = session.kind === 'no-copy' ? await session.next : null;
    if (outcome?.kind !== 'opened') throw new Error('not opened');
    const searches = ['sort=published&order=desc&page=1', 'watch=continue'];
    const lists = await readFirstLists(outcome.mirror);
    expect(lists).toMatchObject(searches.map((search) => [search, { path: `/api/video/?${search}` }]));
    expect(script.requests.filter(({ path }) => path.startsWith('/api/video/')).map(({ headers }) => headers.get('x-stowaway-user'))).toEqual(['1', '1']);
  });

  test('does not use the lists of the first page if another person signs in before they are read', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/video/?', json({ data: [], paginate: null }, 200, { 'x-stowaway-user': '2' }));
    const session = await openSession({ ...ports, firstQueries: () => [{ page: 1 }] });
    const outcome = session.kind === 'no-copy' ? await session.next : null;
    if (outcome?.kind !== 'opened') throw new Error('not opened');
    expect(await readFirstLists(outcome.mirror)).toEqual([['sort=published&order=desc&page=1', undefined]]);
  });

  test('does not wait for code that stores the lists of the first page', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/video/?', json({ data: [], paginate: null }));
    const clock = ports.clock as SteppedClock;
    const after = vi.spyOn(clock, 'after');
    const session = await openSession({ ...ports, firstQueries: () => [{ page: 1 }], importFirstLists: () => new Promise(() => {}) });
    const whenOpened = session.kind === 'no-copy' ? session.next : null;
    await waitUntil(() => after.mock.calls.some(([ms]) => ms === 1_000)); // the limit for storing the lists
    clock.advance(1_000);
    expect((await whenOpened)?.kind).toBe('opened');
  });

  test('takes no early answer for a later request if there is a locked copy, and does not abort the requests under way', async () => {
    const { script, ports, registry } = await signedInDevice();
    archiveOf(script, { id: 1, name: 'marlow' });
    await registry.accounts.toCollection().modify({ isLocked: 1 });
    const stop = vi.fn();
    globalThis.earlyAnswers = { stop, cookie: '' };
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next).kind).toBe('opened');
    expect(globalThis.earlyAnswers).toBeUndefined();
    expect(stop).not.toHaveBeenCalled();
  });

  test('requests no list before opening a copy that the user had locked', async () => {
    const { script, ports, commands } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    await commands.logout({ clearDevice: false });
    const session = await openSession({ ...ports, firstQueries: () => [{ page: 1 }] });
    const outcome = session.kind === 'no-copy' ? await session.next : null;
    expect(outcome).toMatchObject({ kind: 'opened', account: { name: 'marlow' } });
    expect(script.count('/api/video/?')).toBe(0);
  });

  test('drops the page’s early answers if somebody has signed in or out on this device', async () => {
    const { script, ports, registry } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    const stop = vi.fn();
    globalThis.earlyAnswers = { stop, cookie: '' };
    await incrementSessionCount(registry);
    const session = await openSession(ports);
    if (session.kind === 'no-copy') await session.next;
    expect(stop).toHaveBeenCalledOnce();
    expect(globalThis.earlyAnswers).toBeUndefined();
  });

  test('shows the server’s own version, not the version of the TubeArchivist release whose API the server offers', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/ping/', json(aWirePing({ version: 'v0.5.10', stowaway_version: 'v0.2.0' }), 200, { 'x-archive-id': 'archive-7' }));
    const session = await openSession(ports);
    const outcome = session.kind === 'no-copy' ? await session.next : null;
    if (outcome?.kind !== 'opened') throw new Error('not opened');
    expect(sessionStore(outcome.mirror).read()).toMatchObject({ server: { version: 'v0.2.0' } });
  });

  test.each<[string, Scripted, string]>([
    ['signed out', signedOutAnswer(), 'signed-out'],
    ['unreachable', refusedConnection, 'unreachable'],
    ['behind a portal', html(200), 'captive'],
    ['behind a proxy’s sign-in page', html(401), 'proxy-login'],
  ])('ends as %s if that is the result of the ping, and creates no account', async (_name, answer, kind) => {
    const { script, ports, registry } = setup();
    script.on('/api/ping/', answer);
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next)).toEqual({ kind });
    expect(await registry.accounts.count()).toBe(0);
  });

  test('creates no account from an incomplete answer', async () => {
    const { script, ports, registry } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/user/account/', html(502));
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next)).toEqual({ kind: 'unreachable' });
    expect(await registry.accounts.count()).toBe(0);
  });

  test('creates no account if another person signs in between the ping and the other requests', async () => {
    const { script, ports, registry } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/user/account/', json(aWireAccount({ id: 2, name: 'ada' })));
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next)).toEqual({ kind: 'signed-out' });
    expect(await registry.accounts.count()).toBe(0);
  });

  test('continues without the application settings', async () => {
    const { script, ports } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/appsettings/config/', json({ detail: 'not permitted' }, 403));
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next).kind).toBe('opened');
  });
});

describe('a start with a copy', () => {
  test('drops the page’s early answers, because the copy may contain newer changes', async () => {
    const { ports } = await signedInDevice();
    const stop = vi.fn();
    globalThis.earlyAnswers = { stop, cookie: '' };
    const session = await openSession(ports);
    if (session.kind === 'copy') await session.check;
    expect(stop).toHaveBeenCalledOnce();
    expect(globalThis.earlyAnswers).toBeUndefined();
  });

  test('needs no network for the first frame', async () => {
    const { script, ports } = await signedInDevice();
    script.on('/api/', refusedConnection);
    const session = await openSession(ports);
    if (session.kind !== 'copy') throw new Error(session.kind);
    expect(
      firstFrameOf(session.mirror)
        ?.documents.map((document) => document.key)
        .sort(),
    ).toEqual(['account', 'app-settings', 'server', 'user-config']);
    expect(await session.check).toBe('unreachable');
  });

  test('does not undo a logout that another tab makes while its ping is under way', async () => {
    const { script, ports, commands, registry } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    let answerPing: () => void = () => {};
    const pingReleased = new Promise<void>((resolve) => (answerPing = resolve));
    script.on('/api/ping/', () => pingReleased.then(() => json(aWirePing({ user: 1 }), 200, { 'x-archive-id': 'archive-7' })));
    const secondSession = await openSession(ports);
    if (secondSession.kind !== 'copy') throw new Error(secondSession.kind);
    await waitUntil(() => script.count('/api/ping/') === 2);
    expect((await commands.logout({ clearDevice: false })).ok).toBe(true);
    answerPing();
    expect(await secondSession.check).toBe('other-account');
    expect(await findCurrentAccount(registry)).toBeNull();
    expect(await readFence(secondSession.mirror.db)).toMatchObject({ isLocked: true });
  });

  test('does not restore a copy that another tab replaces while this tab opens it', async () => {
    const { ports, registry, account } = await signedInDevice();
    const rowsBefore = await registry.accounts.toArray();
    const replaceCopy = () =>
      registry.transaction('rw', registry.accounts, registry.notes, async () => {
        await registry.accounts.delete(account.accountKey);
        await incrementSessionCount(registry);
      });
    vi.spyOn(registry.accounts, 'toArray').mockReturnValueOnce(replaceCopy().then(() => rowsBefore) as never);
    const session = await openSession(ports);
    expect(session.kind === 'copy' && (await session.check)).toBe('other-account');
    expect(await registry.accounts.count()).toBe(0);
  });

  test('is online even if the browser closes the registry while the copy is being unlocked', async () => {
    const { ports, registry } = await signedInDevice();
    const session = await openSession(ports);
    vi.spyOn(registry, 'transaction').mockReturnValue(Dexie.Promise.reject(new DOMException('lost', 'UnknownError')) as never);
    expect(session.kind === 'copy' && (await session.check)).toBe('online');
  });

  test('keeps the copy open when the session has ended', async () => {
    const { script, ports, registry } = await signedInDevice();
    script.on('/api/ping/', signedOutAnswer());
    const session = await openSession(ports);
    expect(session.kind === 'copy' && (await session.check)).toBe('signed-out');
    expect((await registry.accounts.toArray())[0]?.isLocked).toBe(0);
  });

  test.each([
    ['another person', { id: 2, name: 'ada' }, 'archive-7'],
    ['another archive at the same address', { id: 1, name: 'marlow' }, 'archive-8'],
  ])('locks the copy when the session belongs to %s, and the next start loads the data of the session', async (_name, person, archiveId) => {
    const { script, ports, registry } = await signedInDevice();
    archiveOf(script, person, archiveId);
    const session = await openSession(ports);
    expect(session.kind === 'copy' && (await session.check)).toBe('other-account');
    const reopenedSession = await openSession(ports);
    if (reopenedSession.kind !== 'no-copy') throw new Error(reopenedSession.kind);
    expect((await reopenedSession.next).kind).toBe('opened');
    expect((await registry.accounts.toArray()).filter((row) => row.isLocked === 0)).toMatchObject([{ userId: person.id, archiveId }]);
  });

  test('is online even on a full disk', async () => {
    const { ports } = await signedInDevice();
    const session = await openSession(ports);
    if (session.kind !== 'copy') throw new Error(session.kind);
    failWrites(session.mirror.db.documents);
    expect(await session.check).toBe('online');
  });

  test('is online even if a full disk prevents unlocking the copy', async () => {
    const { ports } = await signedInDevice();
    const session = await openSession(ports);
    if (session.kind !== 'copy') throw new Error(session.kind);
    await session.check;
    await lockSending(session.mirror.db);
    session.mirror.db.close();
    const reopenedSession = await openSession(ports);
    if (reopenedSession.kind !== 'copy') throw new Error(reopenedSession.kind);
    failWrites(reopenedSession.mirror.db.documents);
    expect(await reopenedSession.check).toBe('online');
    expect(await readFence(reopenedSession.mirror.db)).toMatchObject({ isLocked: true });
  });

  test('locks the copy even on a full disk when the session belongs to another person', async () => {
    const { script, ports, registry } = await signedInDevice();
    archiveOf(script, { id: 2, name: 'ada' });
    const session = await openSession(ports);
    if (session.kind !== 'copy') throw new Error(session.kind);
    failWrites(session.mirror.db.documents);
    expect(await session.check).toBe('other-account');
    expect(await findCurrentAccount(registry)).toBeNull();
  });

  test('closes the copy with a message instead of reloading when a full disk prevents locking the copy from another person’s session', async () => {
    const { script, ports, registry } = await signedInDevice();
    archiveOf(script, { id: 2, name: 'ada' });
    vi.spyOn(registry.accounts, 'update').mockReturnValue(Dexie.Promise.reject(new DOMException('full', 'QuotaExceededError')) as never);
    const reload = vi.fn();
    const onReady = vi.fn();
    const store = createSessionStore({
      open: () => openSession(ports),
      isBrowsingCopy: () => false,
      hadSession: () => true,
      continueInMemory: async () => false,
      preload: async () => {},
      onShow: () => null,
      onReady,
      reload,
    });
    await store.start();
    expect(store.read()).toEqual({ kind: 'no-database', reason: 'full' });
    expect(reload).not.toHaveBeenCalled();
    expect(onReady).not.toHaveBeenCalled();
  });

  test('continues without the copy when the system has removed the data', async () => {
    const { script, ports, account } = await signedInDevice();
    await Dexie.delete(account.databaseName);
    script.on('/api/ping/', signedOutAnswer());
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next).kind).toBe('signed-out');
  });
});

describe('a device that stores nothing', () => {
  test('reports a registry that the browser closes after the archive has answered', async () => {
    const { script, ports, registry } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    const session = await openSession(ports);
    vi.spyOn(registry.accounts, 'toArray').mockReturnValue(Dexie.Promise.reject(new DOMException('lost', 'UnknownError')) as never);
    expect(session.kind === 'no-copy' && (await session.next)).toEqual({ kind: 'no-database', reason: 'unavailable' });
  });

  test.each([
    ['UnknownError', 'unavailable'],
    ['QuotaExceededError', 'full'],
  ])('reports a registry that fails to open with %s, with the reason “%s”', async (name, reason) => {
    const { ports } = setup();
    vi.spyOn(ports.registry, 'open').mockReturnValue(Dexie.Promise.reject(Object.assign(new Error('x'), { name })) as unknown as ReturnType<Dexie['open']>);
    expect(await openSession(ports)).toEqual({ kind: 'no-database', reason });
  });
});

describe('login', () => {
  const credentials = { username: 'marlow', password: 'secret', isRemembered: true };

  test('leaves a copy that the next start opens', async () => {
    const { script, ports, commands } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    expect(await commands.login(credentials)).toEqual({ ok: true, value: undefined });
    expect((await openSession(ports)).kind).toBe('copy');
  });

  test('to a kept copy with an unsent setting shows the archive’s values of the other settings', async () => {
    const { script, ports, commands } = await signedInDevice();
    await setUserConfig(mirrors.at(-1) as Mirror, 'page_size', 48);
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    expect((await commands.logout({ clearDevice: false })).ok).toBe(true);
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('/api/user/me/', json(aWireUserConfig({ grid_items: 5 })));
    expect(await commands.login(credentials)).toEqual({ ok: true, value: undefined });
    const session = await openSession(ports);
    const documents = session.kind === 'copy' ? firstFrameOf(session.mirror)?.documents : undefined;
    expect(documents?.find(({ key }) => key === 'user-config')).toMatchObject({ value: { page_size: 48, grid_items: 5 } });
  });

  test.each([
    [true, 'on'],
    [false, 'off'],
  ])('sends the choice to stay signed in (%s) as “%s”, and names no person', async (isRemembered, remember_me) => {
    const { script, commands } = await signedInDevice();
    await commands.login({ ...credentials, isRemembered });
    const request = script.requests.find(({ path }) => path === '/api/user/login/');
    expect(request?.body).toEqual({ username: 'marlow', password: 'secret', remember_me });
    expect(request?.headers.has('x-stowaway-user')).toBe(false);
  });

  test.each<[string, Scripted, object]>([
    ['wrong credentials, with the server’s message', json({ error: 'Invalid credentials' }, 400), { kind: 'refused', message: 'Invalid credentials' }],
    ['a refusal without a message', json({}, 400), { kind: 'refused', message: null }],
    ['too many tries, with the time to wait', json({}, 429, { 'retry-after': '60' }), { kind: 'too-many', message: null, retryAfterMs: 60_000 }],
    ['no connection', refusedConnection, { kind: 'unreachable', message: null }],
    ['a portal page', html(200), { kind: 'unreachable', message: null }],
  ])('reports %s', async (_name, answer, error) => {
    const { script, commands, registry } = await signedInDevice();
    script.on('POST /api/user/login/', answer);
    expect(await commands.login(credentials)).toEqual({ ok: false, error });
    expect((await registry.accounts.toArray())[0]?.isLocked).toBe(0);
  });

  test('reports a device that cannot record the login', async () => {
    const { script, ports, commands } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    vi.spyOn(ports.registry, 'transaction').mockRejectedValue(new DOMException('The device is full', 'QuotaExceededError'));
    expect(await commands.login(credentials)).toEqual({ ok: false, error: { kind: 'no-database', message: null } });
  });

  test('counts a 403 as already signed in when the ping succeeds for this person', async () => {
    const { script, ports, commands } = setup();
    archiveOf(script, { id: 1, name: 'marlow' });
    script.on('POST /api/user/login/', json({ detail: 'CSRF Failed' }, 403));
    expect((await commands.login({ ...credentials, username: 'Marlow' })).ok).toBe(true);
    expect((await openSession(ports)).kind).toBe('copy');
  });

  test('never opens another person’s copy after a 403', async () => {
    const { script, commands, registry } = setup();
    archiveOf(script, { id: 2, name: 'ada' });
    script.on('POST /api/user/login/', json({ detail: 'CSRF Failed' }, 403));
    expect(await commands.login(credentials)).toEqual({ ok: false, error: { kind: 'maybe-signed-in', message: 'CSRF Failed' } });
    expect(await registry.accounts.count()).toBe(0);
  });

  test('prevents sending from the copy until the login ends, and allows sending again if the login failed', async () => {
    const { script, ports, commands } = await signedInDevice();
    const { db } = mirrors.at(-1) as Mirror;
    const lockStates: boolean[] = [];
    script.on('POST /api/user/login/', async () => {
      lockStates.push((await readFence(db)).isLocked);
      return json({ error: 'Invalid credentials' }, 400);
    });
    await commands.login(credentials);
    lockStates.push((await readFence(db)).isLocked);
    expect(lockStates).toEqual([true, false]);
    expect((await openSession(ports)).kind).toBe('copy');
  });

  test('waits for changes being sent, but at most five seconds for a tab that never finishes', async () => {
    const { script, ports, commands, account } = await signedInDevice();
    const clock = ports.clock as SteppedClock;
    let endSending: () => void = () => {};
    void ports.locks.run(sendingLockName(account.accountKey), () => new Promise<void>((resolve) => (endSending = resolve)));
    const firstLogin = commands.login(credentials);
    await settled();
    expect(script.count('POST /api/user/login/')).toBe(0);
    endSending();
    expect((await firstLogin).ok).toBe(true);
    void ports.locks.run(sendingLockName(account.accountKey), () => new Promise<void>(() => {}));
    const secondLogin = commands.login(credentials);
    await settled();
    clock.advance(5_000);
    await waitUntil(() => script.count('POST /api/user/login/') === 2);
    expect((await secondLogin).ok).toBe(true);
  });

  test('as another person is not undone by another tab’s earlier ping for the previous person', async () => {
    const { script, ports, commands, registry } = await signedInDevice();
    let answerPing: () => void = () => {};
    script.on('/api/ping/', () => new Promise((resolve) => (answerPing = () => resolve(json(aWirePing({ user: 1 }), 200, { 'x-archive-id': 'archive-7' })))));
    const otherTabSession = await openSession(ports);
    if (otherTabSession.kind !== 'copy') throw new Error(otherTabSession.kind);
    await waitUntil(() => script.count('/api/ping/') === 2);
    archiveOf(script, { id: 2, name: 'ada' });
    expect((await commands.login({ ...credentials, username: 'ada' })).ok).toBe(true);
    answerPing();
    expect(await otherTabSession.check).toBe('other-account');
    expect((await findCurrentAccount(registry))?.name).toBe('ada');
    expect(await readFence(otherTabSession.mirror.db)).toMatchObject({ isLocked: true });
  });

  test('as another person locks the previous copy, even when no later request reaches the archive', async () => {
    const { script, ports, commands, registry } = await signedInDevice();
    script.on('POST /api/user/login/', new Response(null, { status: 204 }));
    script.on('/api/ping/', refusedConnection);
    expect(await commands.login({ ...credentials, username: 'ada' })).toEqual({ ok: false, error: { kind: 'unreachable', message: null } });
    expect((await registry.accounts.toArray()).map((row) => row.isLocked)).toEqual([1]);
    expect(await readFence((mirrors.at(-1) as Mirror).db)).toMatchObject({ isLocked: true });
    expect((await openSession(ports)).kind).toBe('no-copy');
  });
});

describe('a copy that is opened in place of another copy', () => {
  test.each<[string, (device: Awaited<ReturnType<typeof signedInDevice>>) => Promise<unknown>]>([
    [
      'because another person is signed in at the archive',
      async ({ ports, script, registry }) => {
        archiveOf(script, { id: 2, name: 'ada' });
        const ping = await ports.api.ping();
        const loadedAccount = ping.ok && (await loadAccount(ports, ping.value, await readSessionCount(registry)));
        if (!loadedAccount || !loadedAccount.ok) throw new Error('No account was loaded');
        loadedAccount.value.mirror.db.close();
      },
    ],
    [
      'although nobody is signed in',
      async ({ registry, account, commands }) => {
        const keptAccount = { ...account, accountKey: 'of bo', databaseName: 'copy of bo', isLocked: 1 as const };
        await registry.accounts.put(keptAccount);
        await commands.openCopy(keptAccount.accountKey);
      },
    ],
  ])('%s ends sending from the previous copy', async (_why, openOtherCopy) => {
    const device = await signedInDevice();
    const { db } = mirrors.at(-1) as Mirror;
    expect(await readFence(db)).toMatchObject({ isLocked: false });
    await openOtherCopy(device);
    expect(await readFence(db)).toMatchObject({ isLocked: true });
    expect(await device.registry.accounts.get(device.account.accountKey)).toMatchObject({ isLocked: 1 });
  });
});

describe('logout', () => {
  test('that keeps the copy locks it and ends the session, and the copy can be opened again without a network', async () => {
    const { script, ports, commands, registry, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    expect((await commands.logout({ clearDevice: false })).ok).toBe(true);
    await waitUntil(async () => !(await hasPendingSignOut(registry)));
    expect(await registry.accounts.get(account.accountKey)).toMatchObject({ isLocked: 1 });
    script.on('/api/', refusedConnection);
    await commands.openCopy(account.accountKey);
    const session = await openSession(ports);
    expect(session.kind === 'copy' && session.account.name).toBe('marlow');
  });

  test('keeps the copy locked, even if another tab takes its lock for that of a killed tab before the logout is recorded', async () => {
    const { ports, commands, registry, account } = await signedInDevice();
    const mirror = mirrors.at(-1) as Mirror;
    const { transaction } = registry;
    vi.spyOn(registry, 'transaction').mockImplementationOnce((async (...args: unknown[]) => {
      await unlockIfStale(mirror, ports.locks);
      return (transaction as (...args: unknown[]) => unknown).apply(registry, args);
    }) as never);
    expect((await commands.logout({ clearDevice: false })).ok).toBe(true);
    expect(await withCopyDatabase(ports.kinds, account, readFence)).toMatchObject({ isLocked: true });
  });

  test('that this device cannot record fails, and the copy may send again', async () => {
    const { commands, registry, account } = await signedInDevice();
    const { db } = mirrors.at(-1) as Mirror;
    const failingTransaction = vi.spyOn(registry, 'transaction').mockRejectedValue(new DOMException('The device is full', 'QuotaExceededError'));
    await expect(commands.logout({ clearDevice: false })).rejects.toThrow('The device is full');
    failingTransaction.mockRestore();
    expect((await readFence(db)).isLocked).toBe(false);
    expect(await registry.accounts.get(account.accountKey)).toMatchObject({ isLocked: 0 });
  });

  test('that this device cannot record leaves the copy locked while somebody signs in in another tab', async () => {
    const { ports, commands, registry } = await signedInDevice();
    const { db } = mirrors.at(-1) as Mirror;
    await lockSending(db);
    let endSignIn = (): void => undefined;
    void ports.locks.run(signInLock, () => new Promise<void>((resolve) => (endSignIn = resolve)));
    const failingTransaction = vi.spyOn(registry, 'transaction').mockRejectedValue(new DOMException('The device is full', 'QuotaExceededError'));
    await expect(commands.logout({ clearDevice: false })).rejects.toThrow('The device is full');
    failingTransaction.mockRestore();
    expect((await readFence(db)).isLocked).toBe(true);
    endSignIn();
  });

  test('that clears the device leaves no database, picture, title or account, even if a closing page still writes its position', async () => {
    const { script, ports, commands, registry, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    const deletedCaches: string[] = [];
    vi.stubGlobal('caches', {
      keys: async () => ['stowaway-images-a', 'stowaway-shell', 'stowaway-first-screen', 'of another app'],
      delete: async (name: string) => deletedCaches.push(name),
    });
    const storedValues = stubLocalStorage();
    const storage = browserStorage(() => localStorage);
    const lastPosition = { accountKey: account.accountKey, videoId: 'fog', positionSeconds: 104, durationSeconds: 192, subject: 'Fog' };
    saveLastPosition(storage, lastPosition);
    createPlayerPreferences(storage).setChannelSpeed('UCx', 2);
    storage.write('stowaway.language', 'de');
    expect((await commands.logout({ clearDevice: true })).ok).toBe(true);
    expect(deletedCaches).toEqual(['stowaway-images-a', 'stowaway-first-screen']);
    expect([...storedValues.keys()]).toEqual(['stowaway.language']);
    expect(await Dexie.exists(account.databaseName)).toBe(false);
    expect(await registry.accounts.count()).toBe(0);
    saveLastPosition(storage, lastPosition); // as the player of a closing page does
    script.on('/api/ping/', signedOutAnswer());
    const session = await openSession(ports);
    expect(session.kind === 'no-copy' && (await session.next).kind).toBe('signed-out');
    expect([...storedValues.keys()]).toEqual(['stowaway.language']);
    expect((await registry.notes.toArray()).filter((note) => note.key !== 'sign-out')).toEqual([{ key: 'session', count: 1 }]);
  });

  test('that clears the device is completed by the next start if its tab ends early, and removes pictures and the last home screen too', async () => {
    const { script, ports, commands, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    const hangingKeys = vi.fn(() => new Promise<never>(() => {}));
    vi.stubGlobal('caches', { keys: hangingKeys });
    void commands.logout({ clearDevice: true });
    await waitUntil(() => hangingKeys.mock.calls.length === 1);
    const deletedCaches: string[] = [];
    vi.stubGlobal('caches', { keys: async () => ['stowaway-images-a', 'stowaway-first-screen'], delete: async (name: string) => deletedCaches.push(name) });
    await finishClearing(ports);
    expect(deletedCaches).toEqual(['stowaway-images-a', 'stowaway-first-screen']);
    expect(await Dexie.exists(account.databaseName)).toBe(false);
  });

  test('that clears the device deletes this account’s list of saved videos, even one that a closing page writes, and keeps the lists of other accounts', async () => {
    const { script, ports, commands, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    vi.stubGlobal('caches', { keys: async () => [] });
    const storedValues = stubLocalStorage();
    const [ownKey, otherKey] = [`stowaway.kept ${account.accountKey}`, 'stowaway.kept of bo'];
    for (const key of [ownKey, otherKey]) storedValues.set(key, '{}');
    expect((await commands.logout({ clearDevice: true })).ok).toBe(true);
    expect([...storedValues.keys()]).toEqual([otherKey]);
    storedValues.set(ownKey, '{}');
    await finishClearing(ports);
    expect([...storedValues.keys()]).toEqual([otherKey]);
  });

  test('that clears the device is not completed by a tab that was frozen until the same user had signed in again', async () => {
    const { script, ports, commands, registry, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    vi.stubGlobal('caches', { keys: async () => [] });
    await commands.logout({ clearDevice: true });
    const notes = await registry.notes.toArray();
    await waitUntil(async () => !(await hasPendingSignOut(registry)));
    expect((await commands.login({ username: 'marlow', password: 'rope', isRemembered: true })).ok).toBe(true);
    vi.spyOn(registry.notes, 'toArray').mockReturnValue(Dexie.Promise.resolve(notes));
    await finishClearing(ports);
    expect(await Dexie.exists(account.databaseName)).toBe(true);
  });

  test('that clears the device deletes saved files even with a broken ledger; a later start deletes its rows, but no data of others', async () => {
    const { script, ports, commands, registry, account } = await signedInDevice();
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    vi.stubGlobal('caches', { keys: async () => [] });
    stubLocalStorage();
    const disk = createMemoryDisk();
    vi.stubGlobal('navigator', { storage: { getDirectory: async () => disk.root } });
    vi.stubGlobal('indexedDB', new IDBFactory());
    const ledger = openLedger();
    const [ownRevision, otherRevision] = [account.accountKey, 'of bo'].map((owner) => aRevision({ account: owner }));
    for (const revision of [ownRevision, otherRevision] as Revision[]) {
      await ledger.change(itemKeyOf(revision), () => aSavedItem({ account: revision.account }));
      await (await revisionFolder(disk.root, revision, true)).getFileHandle('00000', { create: true });
    }
    await ledger.setOpenAccount('of bo', 'a tab');
    const brokenOpen = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    expect(await commands.logout({ clearDevice: true })).toEqual({ ok: false, error: { kind: 'not-cleared' } });
    expect(Object.keys(disk.sizes())).toEqual([expect.stringContaining(await accountFolderName('of bo'))]);
    const deleteCache = vi.fn(async () => true);
    vi.stubGlobal('caches', { keys: async () => ['stowaway-images-a'], delete: deleteCache });
    await finishClearing(ports);
    expect(await registry.notes.where('key').startsWith('delete:').count()).toBe(1);
    // The account’s database is deleted now, so any pictures and any stored position belong to other accounts.
    const storage = browserStorage(() => localStorage);
    saveLastPosition(storage, { accountKey: 'of bo', videoId: 'fog', positionSeconds: 104, durationSeconds: 192, subject: 'Fog' });
    await finishClearing(ports);
    brokenOpen.mockRestore();
    await finishClearing(ports);
    expect(await registry.notes.where('key').startsWith('delete:').count()).toBe(0);
    expect([deleteCache.mock.calls, storage.read('stowaway.last-place')]).toEqual([[['stowaway-images-a']], expect.stringContaining('of bo')]);
    expect([await ledger.itemsOf(account.accountKey), (await ledger.itemsOf('of bo')).length]).toEqual([[], 1]);
    expect(await ledger.readOpenAccount()).toBe('of bo');
    await ledger.close();
  });

  test('while the archive is away is sent later, before any other request of the session', async () => {
    const { script, ports, commands, registry } = await signedInDevice();
    script.on('/api/', refusedConnection);
    script.on('POST /api/user/logout/', refusedConnection);
    expect((await commands.logout({ clearDevice: false })).ok).toBe(true);
    await waitUntil(() => script.count('POST /api/user/logout/') === 1);
    expect(await hasPendingSignOut(registry)).toBe(true);
    const requestCount = script.count('/api/');
    expect((await ports.api.getUserConfig()).ok).toBe(false);
    expect(script.count('/api/')).toBe(requestCount);
    script.on('POST /api/user/logout/', new Response(null, { status: 204 }));
    script.on('/api/ping/', signedOutAnswer());
    expect(await commands.checkBackend()).toBe('signed-out');
    expect(await hasPendingSignOut(registry)).toBe(false);
  });

  test('that is still pending is dropped by the next login', async () => {
    const { script, commands, registry } = await signedInDevice();
    script.on('POST /api/user/logout/', refusedConnection);
    await commands.logout({ clearDevice: false });
    await waitUntil(() => script.count('POST /api/user/logout/') === 1);
    archiveOf(script, { id: 1, name: 'marlow' });
    expect((await commands.login({ username: 'marlow', password: 'secret', isRemembered: false })).ok).toBe(true);
    expect(await hasPendingSignOut(registry)).toBe(false);
    expect(script.count('POST /api/user/logout/')).toBe(1);
  });
});

const mirrors: Mirror[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const mirror of mirrors.splice(0)) mirror.db.close();
});

/** Scripts an archive where this person is signed in. */
function archiveOf(script: ReturnType<typeof scriptFetch>, person: { id: number; name: string }, archiveId = 'archive-7'): void {
  script.on('/api/ping/', json(aWirePing({ user: person.id }), 200, { 'x-archive-id': archiveId }));
  script.on('/api/user/me/', json(aWireUserConfig()));
  script.on('/api/user/account/', json(aWireAccount(person)));
  script.on('/api/appsettings/config/', json(someAppSettings()));
  script.on('POST /api/user/login/', new Response(null, { status: 204 }));
}

let deviceCount = 0;

function setup() {
  deviceCount += 1;
  const script = scriptFetch({ latencyMs: 5 });
  const registry = openRegistryDatabase(`device-${deviceCount}`);
  const clientOptions = { fetch: script.fetch, readCookie: () => null, onOutcome: () => {}, timeoutMs: 100 };
  const ungatedApi = createArchiveClient(clientOptions);
  let openMirror: Mirror | null = null;
  const api = gateBySignOut(ungatedApi, registry);
  const ports: CommandPorts = {
    api,
    apiOf: (owner) => createArchiveClient({ ...clientOptions, owner }),
    accountApi: () => api,
    locks: sharedLocks(),
    registry,
    clock: steppedClock(),
    newKey: () => crypto.randomUUID(),
    kinds: mutationKinds,
    // All devices of this process share one IndexedDB, and the origin is part of each database's name.
    origin: `${testOrigin}:${deviceCount}`,
    onDatabaseLost: () => {},
  };
  const commands = createCommands(ports, () => openMirror);
  return { script, ports, registry, commands, show: (mirror: Mirror) => void mirrors.push((openMirror = mirror)) };
}

/** A device on which marlow is signed in, with the copy open. */
async function signedInDevice() {
  const device = setup();
  archiveOf(device.script, { id: 1, name: 'marlow' });
  const session = await openSession(device.ports);
  const outcome = session.kind === 'no-copy' ? await session.next : null;
  if (outcome?.kind !== 'opened') throw new Error('The device could not sign in');
  device.show(outcome.mirror);
  return { ...device, account: outcome.account };
}

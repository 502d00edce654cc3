// The commands of the screens for application settings, schedules and actions. None of them can wait until the archive is reachable.
// The effects of a call are written into the mirror before its promise resolves. Loaded with those screens.
import type { WireAppSettings, WireImportOptions, WireScheduleUpdate, WireTaskName } from '../contract/names.ts';
import { isDeepEqual } from '../lib/keep-identity.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { applyDocument, storeDocument, type SettingsDocument } from '../mirror/apply.ts';
import type { Mirror } from '../mirror/database.ts';
import { countConfirmation } from '../mirror/request-order.ts';
import type { PageDocumentKey } from '../mirror/rows.ts';
import { forceRefresh } from '../mirror/refresh-requests.ts';
import type { AccountApi, Answer, CallApi, SessionApi } from '../network/archive-api.ts';
import { endDevice } from '../network/device-api.ts';
import { createSettingsApi } from '../network/settings-api.ts';
import type { CommandFailure } from './command-failure.ts';
import { commandFailureOf } from './failure-of.ts';

export interface SettingsContext {
  mirror: Mirror;
  api: CallApi & Pick<AccountApi, 'getAppSettings'> & Pick<SessionApi, 'ping'>;
}

type Outcome<Value = void> = Promise<Result<Value, CommandFailure>>;

export type SettingsSection = keyof WireAppSettings;

export interface SettingsCommands {
  /** Sends only keys that the archive has sent, because a single unknown key makes the archive refuse the whole request. */
  setAppSetting<Section extends SettingsSection, Key extends keyof WireAppSettings[Section]>(
    section: Section,
    key: Key,
    value: WireAppSettings[Section][Key] | null,
  ): Outcome;
  /** If the archive refuses the cookie, it may also have deleted the previous one (docs/behaviour.md, Cookie, PO token, membership). */
  setCookie(content: string): Outcome;
  /** Whether the cookie is accepted; the result may be an hour old. */
  validateCookie(): Outcome<boolean>;
  deleteCookie(): Outcome;
  setPoToken(token: string): Outcome;
  deletePoToken(): Outcome;
  /** Never stored on the device. */
  getApiToken(): Outcome<string>;
  revokeApiToken(): Outcome;
  /** Null if the archive has none. Never stored on the device. */
  getMembershipToken(): Outcome<string | null>;
  setMembershipToken(token: string): Outcome;
  deleteMembershipToken(): Outcome;
  syncMembership(): Outcome;
  createSnapshot(): Outcome;
  restoreSnapshot(snapshotId: string): Outcome;

  /** Ends the session on one of the account's own devices. */
  endDevice(id: string): Outcome;

  saveSchedule(task: WireTaskName, change: WireScheduleUpdate): Outcome;
  deleteSchedule(task: WireTaskName): Outcome;
  addTaskNotification(task: WireTaskName, url: string): Outcome;
  deleteTaskNotification(task: WireTaskName, url: string): Outcome;
  /** The archive's message; null if it sent none. */
  testTaskNotification(task: WireTaskName, url: string): Outcome<string | null>;

  /** Like the next four commands, resolves to the task's id, or to null if the archive did not send it. */
  startManualImport(options: WireImportOptions): Outcome<string | null>;
  startRescan(options: WireImportOptions): Outcome<string | null>;
  startEmbedding(): Outcome<string | null>;
  startBackup(): Outcome<string | null>;
  restoreBackup(filename: string): Outcome<string | null>;
}

export function createSettingsCommands({ mirror, api }: SettingsContext): SettingsCommands {
  const calls = createSettingsApi(api);
  const newKey = (): string => mirror.newKey();

  /** The promise resolves after `writeEffect` has ended. */
  async function complete<Value>(answer: Answer<Value>, writeEffect: (value: Value) => Promise<unknown> = async () => {}): Outcome<Value> {
    const result = await answer;
    if (!result.ok) return failed(await commandFailureOf(api, result.error));
    await storeEffect(() => writeEffect(result.value));
    return result;
  }

  /** Never rejects, because what could not be read or stored is read again later. */
  async function storeEffect(effect: () => Promise<unknown>): Promise<void> {
    await effect().catch((reason: unknown) => console.warn('The effect of a call was not stored', reason));
  }

  const store = (document: SettingsDocument): Promise<void> => storeDocument(mirror.db, document, mirror.clock.now());
  const refetch = (key: PageDocumentKey | 'app-settings'): Promise<void> => forceRefresh(mirror, key, 0);

  async function withoutValue<Value>(outcome: Outcome<Value>): Outcome {
    const result = await outcome;
    return result.ok ? ok(undefined) : result;
  }

  async function storedSettings(): Promise<WireAppSettings | undefined> {
    const document = await mirror.db.documents.get('app-settings');
    return document?.key === 'app-settings' ? document.value : undefined;
  }

  /** Reads and stores a document after a change. Reads requested earlier count as older, even if they are answered later. */
  async function readAfterChange<Value>(key: PageDocumentKey | 'app-settings', read: () => Answer<Value>): Promise<void> {
    const atMs = mirror.clock.now();
    const asOf = await mirror.db.transaction('rw', mirror.db.documents, () => countConfirmation(mirror.db));
    const answer = await read();
    if (answer.ok) await applyDocument(mirror.db, { key, value: answer.value } as SettingsDocument, { atMs, asOf });
    else await refetch(key);
  }
  const readSettings = (): Promise<void> => readAfterChange('app-settings', () => api.getAppSettings());
  const readSchedules = (): Promise<void> => readAfterChange('page:schedules', () => calls.listSchedules());
  const readNotifications = (): Promise<void> => readAfterChange('page:task-notifications', () => calls.listTaskNotifications());
  const readSnapshots = (): Promise<void> => readAfterChange('page:snapshots', () => calls.listSnapshots());

  async function storeMembership(hasToken: boolean): Promise<void> {
    await mirror.db.documents.delete('page:membership-profile');
    await mirror.db.wanted.delete('page:membership-profile');
    await store({ key: 'page:membership', value: { hasToken } });
    if (hasToken) await refetch('page:membership-profile');
  }

  return {
    async setAppSetting(section, key, value) {
      const settingsBefore = await storedSettings().catch((reason: unknown) => (console.warn('The settings could not be read', reason), null));
      if (settingsBefore === null) return failed({ kind: 'not-stored' });
      if (!settingsBefore?.[section] || !Object.hasOwn(settingsBefore[section], key)) return failed({ kind: 'not-found' });
      const storeAnswer = (answer: WireAppSettings): Promise<void> =>
        mirror.db.transaction('rw', mirror.db.tables, async () => {
          const currentSettings = (await storedSettings()) ?? settingsBefore;
          // If another change was answered meanwhile, the archive may have made it later than this one. Then only this setting is known to
          // be current.
          const settings = isDeepEqual(currentSettings, settingsBefore)
            ? answer
            : { ...currentSettings, [section]: { ...currentSettings[section], [key]: answer[section][key] } };
          await store({ key: 'app-settings', value: settings });
        });
      return withoutValue(complete(calls.updateAppSettings({ [section]: { [key]: value } }, newKey()), storeAnswer));
    },

    async setCookie(content) {
      const result = await complete(calls.putCookie(content, newKey()), (cookie) => store({ key: 'page:cookie', value: cookie }));
      await storeEffect(async () => {
        // On a refusal, the previous cookie counts as deleted until the archive's state is read again.
        if (!result.ok && result.error.kind === 'refused') await store({ key: 'page:cookie', value: { cookie_enabled: false } });
        if (!result.ok) await refetch('page:cookie');
        await readSettings();
      });
      return result.ok ? ok(undefined) : result;
    },
    async validateCookie() {
      const result = await complete(calls.validateCookie(), (cookie) => store({ key: 'page:cookie', value: cookie }));
      return result.ok ? ok(result.value.status === true) : result;
    },
    deleteCookie: () =>
      complete(calls.deleteCookie(newKey()), async () => {
        await store({ key: 'page:cookie', value: { cookie_enabled: false } });
        await readSettings();
      }),
    setPoToken: (token) => complete(calls.setPoToken(token, newKey()), readSettings),
    deletePoToken: () => complete(calls.deletePoToken(newKey()), readSettings),
    getApiToken: () => complete(calls.getApiToken()),
    revokeApiToken: () => complete(calls.revokeApiToken(newKey())),
    getMembershipToken: () => complete(calls.getMembershipToken()),
    setMembershipToken: (token) => complete(calls.setMembershipToken(token, newKey()), () => storeMembership(true)),
    deleteMembershipToken: () => complete(calls.deleteMembershipToken(newKey()), () => storeMembership(false)),
    syncMembership: () => complete(calls.syncMembership(newKey()), () => refetch('page:membership-profile')),
    createSnapshot: () => complete(calls.createSnapshot(newKey()), readSnapshots),
    restoreSnapshot: (snapshotId) => complete(calls.restoreSnapshot(snapshotId, newKey()), readSnapshots),

    async endDevice(id) {
      const result = await complete(endDevice(api, id, newKey()), () => refetch('page:devices'));
      if (result.ok || result.error.kind !== 'not-found') return result;
      await storeEffect(() => refetch('page:devices'));
      return ok(undefined); // the session had already ended
    },

    saveSchedule: (task, change) => complete(calls.updateSchedule(task, change, newKey()), readSchedules),
    async deleteSchedule(task) {
      const result = await complete(calls.deleteSchedule(task, newKey()), readSchedules);
      if (result.ok || result.error.kind !== 'not-found') return result;
      await storeEffect(readSchedules);
      return ok(undefined); // the schedule was already off
    },
    addTaskNotification: (task, url) =>
      withoutValue(complete(calls.addTaskNotification(task, url, newKey()), (value) => store({ key: 'page:task-notifications', value }))),
    deleteTaskNotification: (task, url) => complete(calls.deleteTaskNotification(task, url, newKey()), readNotifications),
    testTaskNotification: (task, url) => complete(calls.testTaskNotification(task, url)),

    startManualImport: (options) => complete(calls.startManualImport(options, newKey())),
    startRescan: (options) => complete(calls.startRescan(options, newKey())),
    startEmbedding: () => complete(calls.startEmbedding(newKey())),
    startBackup: () => complete(calls.startBackup(newKey())),
    restoreBackup: (filename) => complete(calls.restoreBackup(filename, newKey())),
  };
}

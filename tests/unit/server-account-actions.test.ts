import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/accounts/passwords.ts';
import { createSessions } from '../../server/accounts/sessions.ts';
import { createPasswordCheck } from '../../server/accounts/sign-in.ts';
import { createAccountActions, type ActionOutcome, type Actor } from '../../server/admin/account-actions.ts';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { resetPassword } from '../../server/start/first-account.ts';
import { english } from '../../server/texts/english.ts';

let archive: Archive;
beforeEach(() => void (archive = createArchive(openDatabase(':memory:'))));
afterEach(() => archive.database.close());

async function anActor(name: string, isSuperuser: boolean): Promise<Actor> {
  const id = archive.accounts.add({ name, passwordHash: await hashPassword(`the password of ${name}`), isStaff: isSuperuser, isSuperuser });
  const account = archive.accounts.get(id);
  if (account === null) throw new Error('the account was not stored');
  return { account, sessionToken: null, texts: english };
}

test('if a password is reset while its owner is changing it, the reset applies and the change is refused', async () => {
  const [staff, person] = [await anActor('mara', true), await anActor('guest', false)];
  const checkPassword = createPasswordCheck(archive.accounts);
  let onChecked = (): void => undefined;
  const actions = createAccountActions({
    archive,
    async checkPassword(attempt) {
      const result = await checkPassword(attempt);
      onChecked();
      return result;
    },
    log: () => undefined,
  });
  const resets: Promise<ActionOutcome>[] = [];
  // The reset arrives right after the old password was found correct, and is hashed before the person's new password.
  onChecked = () => void resets.push(actions.resetPassword(staff, person.account.id));
  const newPassword = 'another long password';
  const outcome = await actions.changeOwnPassword(person, {
    currentPassword: 'the password of guest',
    newPassword,
    repeatedPassword: newPassword,
    keepsToken: false,
  });
  const [resetOutcome] = await Promise.all(resets);
  if (resetOutcome?.kind !== 'secret') throw new Error('the password was not reset');
  expect(outcome).toEqual({ kind: 'problem', problems: { present: english.people.currentWrong } });
  const storedHash = archive.accounts.get(person.account.id)?.passwordHash ?? '';
  expect([await verifyPassword(resetOutcome.secret, storedHash), await verifyPassword(newPassword, storedHash)]).toEqual([true, false]);
});

test('a new password is stored even if another program writes to the database when its hash is ready', async () => {
  const staff = await anActor('mara', true);
  const actions = createAccountActions({ archive, checkPassword: createPasswordCheck(archive.accounts), log: () => undefined });
  const exec = vi.spyOn(archive.database, 'exec');
  onTestFinished(() => exec.mockRestore());
  const beBusyOnce = () =>
    exec.mockImplementationOnce(() => {
      throw Object.assign(new Error('database is locked'), { errcode: 5 });
    });
  beBusyOnce();
  expect(await actions.add(staff, { name: 'guest', password: '', role: 'watches' })).toMatchObject({ kind: 'secret' });
  const { id } = archive.accounts.find('guest') ?? { id: 0 };
  beBusyOnce();
  const outcome = await actions.resetPassword(staff, id);
  if (outcome.kind !== 'secret') throw new Error('the password was not reset');
  expect(await verifyPassword(outcome.secret, archive.accounts.get(id)?.passwordHash ?? '')).toBe(true);
  const [currentPassword, newPassword] = ['the password of mara', 'another long password'];
  beBusyOnce();
  expect(await actions.changeOwnPassword(staff, { currentPassword, newPassword, repeatedPassword: newPassword, keepsToken: false })).toMatchObject({
    kind: 'done',
  });
});

test('a name with a space around it, or in another Unicode form, signs in, and every spelling counts as the same name', async () => {
  await anActor('José', false);
  const checkPassword = createPasswordCheck(archive.accounts);
  const spellings = ['José ', ' José', 'José'.normalize('NFD'), 'José'];
  const tryWith = async (name: string, password: string) => (await checkPassword({ name, password, address: '192.0.2.1' })).kind;
  for (const name of spellings) expect(await tryWith(name, 'the password of José')).toBe('right');
  for (const name of [...spellings, 'José']) expect(await tryWith(name, 'wrong')).toBe('wrong');
  for (const name of spellings) expect(await tryWith(name, 'wrong')).toBe('wait');
  expect(await tryWith('Jose', 'wrong')).toBe('wrong');
});

test('somebody who is not staff cannot delay sign-ins, because no password is hashed for a refused form', async () => {
  const [staff, person] = [await anActor('mara', true), await anActor('guest', false)];
  const actions = createAccountActions({ archive, checkPassword: createPasswordCheck(archive.accounts), log: () => undefined });
  let isHashed = false;
  const pendingHash = hashPassword('the password of somebody who signs in').then(() => (isHashed = true));
  const refusals = [
    await actions.resetPassword(person, staff.account.id),
    await actions.add(person, { name: 'another', password: 'a long enough password', role: 'watches' }),
  ];
  const isHashedBefore = isHashed;
  await pendingHash;
  expect([refusals.map(({ kind }) => kind), isHashedBefore]).toEqual([['refused', 'refused'], false]);
});

test('after --reset-password only the printed password signs in, all devices are signed out, and the token is revoked', async () => {
  const { account } = await anActor('mara', true);
  archive.sessions.start(account.id, true, 'phone');
  archive.apiTokens.get(account.id);
  const printedPassword = await resetPassword(archive, 'mara');
  const checkPassword = createPasswordCheck(archive.accounts);
  const tryWith = async (password: string) => (await checkPassword({ name: 'mara', password, address: '192.0.2.1' })).kind;
  expect([await tryWith(printedPassword), await tryWith('the password of mara')]).toEqual(['right', 'wrong']);
  expect([archive.sessions.list(account.id), archive.apiTokens.has(account.id)]).toEqual([[], false]);
});

test('a new person never gets the id of a deleted person, because a device finds the copy of a person by that id', () => {
  const addPerson = (name: string): number => archive.accounts.add({ name, passwordHash: 'x', isStaff: false, isSuperuser: false });
  const [firstId, secondId] = [addPerson('mara'), addPerson('tove')];
  archive.accounts.remove(secondId);
  const thirdId = addPerson('ansgar');
  archive.accounts.remove(firstId);
  expect(archive.accounts.get(thirdId)?.name).toBe('ansgar');
  archive.accounts.remove(thirdId);
  expect([firstId, secondId, thirdId]).not.toContain(addPerson('guest'));
});

test('a session stays valid while another program writes into the database', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-sessions-'));
  const database = openDatabase(path.join(folder, 'archive.sqlite'));
  const otherConnection = new DatabaseSync(path.join(folder, 'archive.sqlite'));
  onTestFinished(() => {
    for (const connection of [otherConnection, database]) connection.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let nowSeconds = 1_000_000;
  const sessions = createSessions(database, () => nowSeconds);
  const id = createArchive(database).accounts.add({ name: 'mara', passwordHash: 'x', isStaff: false, isSuperuser: false });
  const { token } = sessions.start(id, true, 'phone');
  nowSeconds += 60; // so that the last use is stored
  otherConnection.exec('BEGIN IMMEDIATE');
  expect(sessions.accountOf(token)).toBe(id);
  otherConnection.exec('ROLLBACK');
  sessions.accountOf(token);
  expect(sessions.list(id)[0]?.lastUsedAt).toBe(nowSeconds);
});

test('a name that differs from an existing one only in case is taken, in every script', async () => {
  for (const name of ['änne', 'Юлия', 'guest']) await anActor(name, false);
  expect(['Änne', 'ЮЛИЯ', 'Guest', 'anne'].map((name) => archive.accounts.isTaken(name))).toEqual([true, true, true, false]);
});

test('a session stays valid while the disk of the database is read-only', () => {
  let nowSeconds = 1_000_000;
  const sessions = createSessions(archive.database, () => nowSeconds);
  const id = archive.accounts.add({ name: 'mara', passwordHash: 'x', isStaff: false, isSuperuser: false });
  const { token } = sessions.start(id, true, 'phone');
  nowSeconds += 60; // so that the last use is stored
  archive.database.exec('PRAGMA query_only = ON'); // Writes fail with the code of a read-only disk.
  expect(sessions.accountOf(token)).toBe(id);
});

test('a sign-in while the clock is ahead ends no other session for good, and expired sessions do not accumulate without limit', () => {
  let nowSeconds = 1_000_000;
  const sessions = createSessions(archive.database, () => nowSeconds);
  const id = archive.accounts.add({ name: 'mara', passwordHash: 'x', isStaff: false, isSuperuser: false });
  const { token } = sessions.start(id, true, 'phone');
  nowSeconds += 1_000 * 86_400;
  sessions.start(id, true, 'tablet');
  expect(sessions.accountOf(token)).toBeNull();
  nowSeconds -= 1_000 * 86_400;
  expect(sessions.accountOf(token)).toBe(id);
  for (let day = 0; day < 1_000; day += 1) {
    sessions.start(id, false, 'a browser that forgets its cookies');
    nowSeconds += 86_400;
  }
  // 200 expired ones, the browser's last two, and the tablet's.
  expect(archive.database.prepare('SELECT count(*) AS n FROM session').get()).toEqual({ n: 203 });
});

test('a new account whose name is taken is refused before its password is hashed', async () => {
  const staff = await anActor('mara', true);
  await anActor('guest', false);
  const actions = createAccountActions({ archive, checkPassword: createPasswordCheck(archive.accounts), log: () => undefined });
  let outcome: ActionOutcome | null = null;
  const pendingAddition = actions.add(staff, { name: 'guest', password: 'a long new password', role: 'watches' }).then((value) => (outcome = value));
  // A hash takes many turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(outcome).toMatchObject({ kind: 'problem', problems: { name: english.people.taken('guest') } });
  await pendingAddition;
});

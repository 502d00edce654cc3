// Creates the first account, and resets a password from the command line.
import type { Archive } from '../archive/archive.ts';
import { passwordProblem } from '../accounts/password-rules.ts';
import { generatePassword, hashPassword } from '../accounts/passwords.ts';
import { StartFailure } from './start-failure.ts';

export type SignIn =
  /** The account was just created. A generated password is shown once. */
  { kind: 'new-account'; name: string; generatedPassword: string | null } | { kind: 'known-accounts'; names: string[] };

/**
 * Does all the slow work, and returns a function that writes the account immediately. Call the returned function once the server has its
 * port, because a password generated for a failed start would be lost.
 */
export async function prepareFirstAccount(archive: Archive, firstAccount: { name: string; password: string | null }): Promise<() => SignIn> {
  if (!archive.accounts.isEmpty()) return () => ({ kind: 'known-accounts', names: archive.accounts.names() });
  const problem = firstAccount.password === null ? null : passwordProblem(firstAccount.password, firstAccount.name);
  if (problem !== null) throw new StartFailure((texts, wording) => texts.badFirstPassword(wording.texts.people.passwordProblems[problem]));
  const generatedPassword = firstAccount.password === null ? generatePassword() : null;
  const passwordHash = await hashPassword(firstAccount.password ?? generatedPassword ?? '');
  return () => {
    archive.accounts.add({ name: firstAccount.name, passwordHash, isStaff: true, isSuperuser: true });
    return { kind: 'new-account', name: firstAccount.name, generatedPassword };
  };
}

/** Sets and returns a generated password, signs out the account's devices, and revokes its API token. */
export async function resetPassword(archive: Archive, name: string): Promise<string> {
  const account = archive.accounts.find(name);
  if (!account) {
    // The names are read now, because the message is written when the database is already closed.
    const names = archive.accounts.names().join(', ');
    throw new StartFailure((texts) => texts.noAccount(name, names || texts.noAccounts));
  }
  const password = generatePassword();
  archive.accounts.setPasswordHash(account.id, await hashPassword(password));
  archive.sessions.endAll(account.id);
  archive.apiTokens.revoke(account.id);
  return password;
}

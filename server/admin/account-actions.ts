// Performs the actions of the forms for people and devices. Each action checks the rules again when it writes, because somebody may have
// lost a role since the page was shown. Knows nothing of HTTP; messages are in the language of the person who acts.
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import { passwordProblem } from '../accounts/password-rules.ts';
import { generatePassword, hashPassword } from '../accounts/passwords.ts';
import type { CheckPassword } from '../accounts/sign-in.ts';
import type { Archive } from '../archive/archive.ts';
import { whenNotBusy } from '../database/retry-write.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Texts } from '../texts/english.ts';
import { hasProblem, fieldProblems, type FieldProblems } from './returned-form.ts';
import { flagsOf, mayChangeRole, mayAssign, mayManage, nameProblem, roles, type Role } from './rules.ts';

export type ActionOutcome =
  | { kind: 'done'; what: keyof Texts['people']['done'] }
  /** The action is done, and the next page shows a secret once. */
  | { kind: 'secret'; message: string; secret: string }
  /** Nothing was done, and the form is shown again. */
  | { kind: 'problem'; problems: FieldProblems; isRateLimited?: true }
  | { kind: 'refused'; message: string }
  /** The account does not exist any more. */
  | { kind: 'nobody' };

interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  repeatedPassword: string;
  /** Whether the API token stays valid, so that programs that use it keep working. */
  keepsToken: boolean;
}

export interface Actor {
  account: Account;
  sessionToken: string | null;
  texts: Texts;
}

type Rule = (actor: Account, person: Account) => boolean;

export function createAccountActions({ archive, checkPassword, log }: { archive: Archive; checkPassword: CheckPassword; log: (line: string) => void }) {
  const { accounts, sessions, apiTokens, database } = archive;

  /** Why the rules do not allow the action now; null if they do. */
  function refusalOf(actor: Actor, id: number, may: Rule): ActionOutcome | null {
    const actingAccount = accounts.get(actor.account.id);
    const person = accounts.get(id);
    if (!actingAccount || !isStaffAccount(actingAccount)) return { kind: 'refused', message: actor.texts.people.staffManages };
    if (!person) return { kind: 'nobody' };
    return may(actingAccount, person) ? null : { kind: 'refused', message: refusalMessage(actingAccount, person, actor.texts) };
  }

  /** Checks the rules and writes in one transaction. `write` gets the person as currently stored. */
  function manage(actor: Actor, id: number, may: Rule, write: (person: Account) => ActionOutcome): ActionOutcome {
    return inTransaction(database, () => refusalOf(actor, id, may) ?? write(accounts.get(id) as Account));
  }

  /** Writes after the slow hash, during which another program may have begun to write. */
  function writeHashed(write: () => ActionOutcome): Promise<ActionOutcome> {
    return whenNotBusy(() => inTransaction(database, write));
  }

  return {
    async changeOwnPassword({ account, sessionToken, texts: { page, people } }: Actor, form: PasswordForm): Promise<ActionOutcome> {
      const problem = passwordProblem(form.newPassword, account.name);
      const problems = fieldProblems({
        new: problem === null ? null : people.passwordProblems[problem],
        again: form.newPassword === form.repeatedPassword ? null : people.passwordsDiffer,
      });
      if (hasProblem(problems)) return { kind: 'problem', problems };
      // A signed-in person is never delayed by other people's tries, even from the same address.
      const limitKey = sessionToken === null ? `account ${account.id}` : `session ${sessions.idOf(sessionToken)}`;
      const result = await checkPassword({ name: account.name, password: form.currentPassword, address: limitKey });
      if (result.kind === 'wait') return { kind: 'problem', isRateLimited: true, problems: { present: page.tooManyTries(result.seconds) } };
      if (result.kind === 'wrong') return { kind: 'problem', problems: { present: people.currentWrong } };
      const hash = await hashPassword(form.newPassword);
      return writeHashed(() => {
        // While the slow hash was computed, the password may have been reset. The entered password is then no longer the current one.
        if (!accounts.replacePasswordHash(account.id, result.account.passwordHash, hash))
          return { kind: 'problem', problems: { present: people.currentWrong } };
        sessions.endOthers(account.id, sessionToken);
        const hadToken = apiTokens.has(account.id);
        if (!form.keepsToken) apiTokens.revoke(account.id);
        return { kind: 'done', what: hadToken && !form.keepsToken ? 'password-changed-token-ended' : 'password-changed' };
      });
    },

    /** @param session the id of a session, or `all` for all of the person's sessions except the one that the actor is using */
    endSessions(actor: Actor, id: number, session: string): ActionOutcome {
      const end = (): ActionOutcome => {
        if (session === 'all') sessions.endOthers(id, id === actor.account.id ? actor.sessionToken : null);
        else if (/^[0-9a-f]{64}$/.test(session)) sessions.endById(id, session);
        return { kind: 'done', what: 'devices-signed-out' };
      };
      return id === actor.account.id ? inTransaction(database, end) : manage(actor, id, mayManage, end);
    },

    showToken({ account, texts: { people } }: Actor): ActionOutcome {
      if (!isStaffAccount(account)) return { kind: 'refused', message: people.staffToken };
      return { kind: 'secret', message: people.yourToken, secret: apiTokens.get(account.id) };
    },

    revokeToken({ account }: Actor): ActionOutcome {
      apiTokens.revoke(account.id);
      return { kind: 'done', what: 'token-revoked' };
    },

    async add(actor: Actor, form: { name: string; password: string; role: string }): Promise<ActionOutcome> {
      const { name, role } = form;
      const { people } = actor.texts;
      // Checked before the slow hash, which delays everybody's sign-in.
      if (!isStaffAccount(actor.account)) return { kind: 'refused', message: people.staffManages };
      const problem = form.password === '' ? null : passwordProblem(form.password, name);
      // A returned form has an empty password field, and an empty password field requests a generated password. A person who typed a
      // password is therefore asked to type it again.
      const passwordMessage = form.password === '' ? null : problem === null ? people.retype : people.passwordProblems[problem];
      const refuse = (fieldMessages: { name: string | null; role: string | null }): ActionOutcome => ({
        kind: 'problem',
        problems: fieldProblems({ name: fieldMessages.name, password: passwordMessage, role: fieldMessages.role }),
      });
      const fieldMessages = { name: nameProblem(name, people), role: isRole(role) ? null : people.chooseRole };
      if (!isRole(role) || fieldMessages.name !== null || problem !== null) return refuse(fieldMessages);
      const refuseTaken = (): ActionOutcome => refuse({ name: people.taken(name), role: null });
      if (accounts.isTaken(name)) return refuseTaken();
      const generatedPassword = form.password === '' ? generatePassword() : null;
      const passwordHash = await hashPassword(generatedPassword ?? form.password);
      return writeHashed(() => {
        const actingAccount = accounts.get(actor.account.id);
        if (!actingAccount || !isStaffAccount(actingAccount)) return { kind: 'refused', message: actor.texts.people.staffManages };
        if (!mayAssign(actingAccount, role)) return { kind: 'refused', message: actor.texts.people.superuserAssigns };
        // Another person may have added the name meanwhile.
        if (accounts.isTaken(name)) return refuseTaken();
        accounts.add({ name, passwordHash, ...flagsOf(role) });
        log(`${actingAccount.name} added the account ${name}.`);
        if (generatedPassword === null) return { kind: 'done', what: 'person-added' };
        return { kind: 'secret', message: people.added(name), secret: generatedPassword };
      });
    },

    changeRole: (actor: Actor, id: number, role: string): ActionOutcome =>
      manage(actor, id, mayChangeRole, (person) => {
        if (!isRole(role)) return { kind: 'problem', problems: { role: actor.texts.people.chooseRole } };
        if (!mayAssign(actor.account, role)) return { kind: 'refused', message: actor.texts.people.superuserAssigns };
        accounts.setRole(person.id, flagsOf(role));
        // Tokens are for staff.
        if (role === 'watches') apiTokens.revoke(person.id);
        log(`${actor.account.name} changed the role of ${person.name}: ${role}.`);
        return { kind: 'done', what: 'role-changed' };
      }),

    async resetPassword(actor: Actor, id: number): Promise<ActionOutcome> {
      const refusal = refusalOf(actor, id, mayChangeRole);
      if (refusal !== null) return refusal;
      const password = generatePassword();
      const hash = await hashPassword(password);
      const write = (person: Account): ActionOutcome => {
        accounts.setPasswordHash(person.id, hash);
        sessions.endAll(person.id);
        apiTokens.revoke(person.id);
        log(`${actor.account.name} reset the password of ${person.name}.`);
        return { kind: 'secret', message: actor.texts.people.passwordReset(person.name), secret: password };
      };
      return writeHashed(() => manage(actor, id, mayChangeRole, write));
    },

    remove: (actor: Actor, id: number): ActionOutcome =>
      manage(actor, id, mayChangeRole, (person) => {
        accounts.remove(person.id);
        log(`${actor.account.name} deleted the account ${person.name}.`);
        return { kind: 'done', what: 'person-deleted' };
      }),
  };
}

function refusalMessage(actor: Account, person: Account, { people }: Texts): string {
  return actor.id === person.id ? people.ownAccountRefused : people.superuserManages;
}

function isRole(text: string): text is Role {
  return (roles as string[]).includes(text);
}

// Defines who may manage which accounts, and which names are allowed. Knows nothing of HTTP.
import { isStaffAccount, type Account } from '../accounts/accounts.ts';
import { maxNameLength } from '../accounts/sign-in.ts';
import type { Texts } from '../texts/english.ts';

/** An account's flags as one choice: a superuser counts as staff everywhere. */
export type Role = 'watches' | 'staff' | 'superuser';

export const roles: Role[] = ['watches', 'staff', 'superuser'];

export function roleOf(account: Account): Role {
  if (account.isSuperuser) return 'superuser';
  return account.isStaff ? 'staff' : 'watches';
}

export function flagsOf(role: Role): { isStaff: boolean; isSuperuser: boolean } {
  return { isStaff: role !== 'watches', isSuperuser: role === 'superuser' };
}

/** Only superusers manage superusers. Otherwise staff could reset a superuser's password or lock a superuser out. */
export function mayManage(actor: Account, person: Account): boolean {
  return isStaffAccount(actor) && (actor.isSuperuser || !person.isSuperuser);
}

export function mayAssign(actor: Account, role: Role): boolean {
  return isStaffAccount(actor) && (actor.isSuperuser || role !== 'superuser');
}

/** Nobody may change their own role or delete themselves, so somebody who may manage accounts always remains. */
export function mayChangeRole(actor: Account, person: Account): boolean {
  return actor.id !== person.id && mayManage(actor, person);
}

/** A message about the problem, or null if the name is acceptable. */
export function nameProblem(name: string, people: Texts['people']): string | null {
  if (name === '') return people.noName;
  if (name.length > maxNameLength) return people.longName(maxNameLength);
  return /^[\p{L}\p{N}@.+_-]+$/u.test(name) ? null : people.badName;
}

import { runOnceFree } from '../lib/locks.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { sendingLockName, signInLock } from '../mirror/fence.ts';
import { lockCopies, unlockCopies } from '../mirror/lock-copies.ts';
import { incrementSessionCount, forgetPendingSignOut, lockAll, readSessionCount } from '../mirror/registry.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountRow } from '../mirror/rows.ts';
import type { Answer, PingAnswer } from '../network/archive-api.ts';
import { dropEarlyAnswers } from '../network/early-answers.ts';
import { ignored } from '../network/shape.ts';
import type { SessionPorts } from './load-account.ts';

export interface Credentials {
  username: string;
  password: string;
  isRemembered: boolean;
}

/**
 * - `refused`: the archive declined; without a message the screen says 'Unknown Error'
 * - `maybe-signed-in`: the archive answered 403, and no session of this user could be confirmed
 * - `no-database`: the login could not be recorded on this device; the session may exist
 */
export interface LoginFailure {
  kind: 'refused' | 'too-many' | 'maybe-signed-in' | 'unreachable' | 'no-database';
  message: string | null;
  retryAfterMs?: number;
}

/**
 * After success, openSession opens this user's copy, and the copy that was open before is locked. During the login, no copy sends its
 * changes, because the browser's cookie would attribute them to this user.
 */
export async function login(ports: SessionPorts, credentials: Credentials): Promise<Result<void, LoginFailure>> {
  try {
    return await runOnceFree(ports, signInLock, async () => {
      const copies = await lockCopies(ports);
      try {
        return await runAfterSenders(ports, copies, () => signIn(ports, credentials));
      } finally {
        await unlockCopies(ports, copies);
      }
    });
  } catch (reason) {
    console.warn('A login could not be recorded', reason);
    return failed({ kind: 'no-database', message: null });
  }
}

/**
 * Runs `work` once no tab sends from these copies, or after a timeout. A tab that froze while sending keeps its lock; after it thaws, the fence
 * of its copy stops it from sending (docs/decisions/203).
 */
function runAfterSenders<Value>(ports: SessionPorts, [copy, ...others]: readonly AccountRow[], work: () => Promise<Value>): Promise<Value> {
  return copy ? runOnceFree(ports, sendingLockName(copy.accountKey), () => runAfterSenders(ports, others, work)) : work();
}

async function signIn(ports: SessionPorts, credentials: Credentials): Promise<Result<void, LoginFailure>> {
  const answer = await sendLogin(ports, credentials);
  if (!answer.ok && answer.error.kind !== 'forbidden') return failed(loginFailureOf(answer.error));
  if (answer.ok) {
    dropEarlyAnswers();
    // From now on the cookie is the new user's, so answers to other tabs must not enter the former user's copy.
    await lockAll(ports.registry);
    await incrementSessionCount(ports.registry);
    await forgetPendingSignOut(ports.registry);
  }
  const sessionCount = await readSessionCount(ports.registry);
  const ping = await ports.api.ping();
  if (!ping.ok) return failed({ kind: answer.ok ? 'unreachable' : 'maybe-signed-in', message: answer.ok ? null : messageOf(answer.error) });
  if (!answer.ok && !(await isSamePerson(ports, credentials))) return failed({ kind: 'maybe-signed-in', message: messageOf(answer.error) });
  return openAccount(ports, ping.value, sessionCount);
}

/** A pending sign-out does not delay the call (sign-out-gate.ts), because the login replaces the session that would be ended. */
function sendLogin({ api }: SessionPorts, { username, password, isRemembered }: Credentials): Answer<void> {
  const body = { username, password, remember_me: isRemembered ? 'on' : 'off' };
  return api.callAtOnce('/api/user/login/', ignored, { method: 'POST', body });
}

/** After a 403, a session may already exist. It is used only if it belongs to the user who signs in. */
async function isSamePerson({ api }: SessionPorts, { username }: Credentials): Promise<boolean> {
  const account = await api.getAccount();
  return account.ok && account.value.name.toLowerCase() === username.trim().toLowerCase();
}

async function openAccount(ports: SessionPorts, ping: PingAnswer, sessionCount: number): Promise<Result<void, LoginFailure>> {
  // Imported in the same form as in start-session.ts. Otherwise the bundler would split the chunk in two, and a first visit waits for each
  // file.
  const chunk = await import('./load-account.ts').catch(() => null);
  if (!chunk) return failed({ kind: 'unreachable', message: null });
  const loadResult = await chunk.loadAccount(ports, ping, sessionCount);
  if (!loadResult.ok) return failed({ kind: loadResult.error.kind === 'database' ? 'no-database' : 'unreachable', message: null });
  // openSession opens the database again, as at every start.
  loadResult.value.mirror.db.close();
  return ok(undefined);
}

function loginFailureOf(error: ApiError): LoginFailure {
  switch (error.kind) {
    case 'too-many':
      return { kind: 'too-many', message: null, ...(error.retryAfterMs === null ? {} : { retryAfterMs: error.retryAfterMs }) };
    case 'refused':
    case 'not-found':
      return { kind: 'refused', message: error.message };
    default:
      return { kind: 'unreachable', message: null };
  }
}

function messageOf(error: ApiError): string | null {
  return 'message' in error ? error.message : null;
}

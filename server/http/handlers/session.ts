// Ping, login, logout.
import { randomBytes } from 'node:crypto';
import { createLoginLimits } from '../../accounts/login-limits.ts';
import { hashPassword, isPassword } from '../../accounts/passwords.ts';
import { badRequest, Refusal, success, type Answer } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';

/** The account model's limit; a longer name is a wrong one. */
const longestName = 150;
/** Of the CSRF cookie (contract): 364 days. */
const csrfSeconds = 31_449_600;

export const sessionHandlers: HandlerGroup = ({ archive, version, outside }) => {
  const limits = createLoginLimits();
  // Names that nobody has cost the same time as names with a password, so that the time tells nothing.
  const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

  return {
    getPing: (call) => success({ response: 'pong', user: callerOf(call).id, version, ta_update: outside.releases.update() }),

    async loginUser(call): Promise<Answer> {
      const { username, password, remember_me } = call.body as { username: string; password: string; remember_me?: 'on' | 'off' };
      const waitSeconds = limits.attempt(username, call.address);
      if (waitSeconds > 0) {
        throw new Refusal({
          status: 429,
          body: { error: `Too many attempts. Try again in ${waitSeconds} seconds.` },
          headers: { 'retry-after': String(waitSeconds) },
        });
      }
      const account = username.length > longestName ? null : archive.accounts.find(username);
      const isRight = await isPassword(password, account?.passwordHash ?? (await nobodysHash));
      if (!account || !isRight) throw badRequest('Invalid credentials');
      limits.succeed(username, call.address);
      archive.accounts.rememberLogin(account.id);
      if (call.sessionToken !== null) archive.sessions.end(call.sessionToken);
      const session = archive.sessions.start(account.id, remember_me === 'on', call.userAgent);
      return {
        status: 204,
        cookies: [
          { name: 'sessionid', value: session.token, maxAgeSeconds: session.maxAgeSeconds, isReadableByScripts: false },
          { name: 'csrftoken', value: randomBytes(32).toString('base64url'), maxAgeSeconds: csrfSeconds, isReadableByScripts: true },
        ],
      };
    },

    logoutUser(call) {
      if (call.sessionToken !== null) archive.sessions.end(call.sessionToken);
      return { status: 204, cookies: [{ name: 'sessionid', value: '', maxAgeSeconds: 0, isReadableByScripts: false }] };
    },
  };
};

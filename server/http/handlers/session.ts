// Handles the calls for health, ping, login, logout and the API's own description.
import type { WirePing } from '../../../src/contract/names.ts';
import { badRequest, Refusal, success, type Answer } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { endedSessionCookies, startSession } from '../session-cookies.ts';

/** The TubeArchivist release whose answers this server imitates. Plug-ins compare it with the releases in which answers changed. */
const imitatedVersion = 'v0.5.10';

const wrongPassword = 'Invalid credentials';

export const sessionHandlers: HandlerGroup = ({ archive, version, externalServices, checkPassword, contract }) => ({
  getHealth: () => success('OK'),

  getPing(call) {
    const ping: WirePing = {
      response: 'pong',
      user: accountOf(call).id,
      version: imitatedVersion,
      stowaway_version: version,
      ta_update: externalServices.releases.availableUpdate(),
    };
    return success(ping);
  },

  getSchema: () => success(contract.document),

  async loginUser(call): Promise<() => Answer> {
    const { username: name, password, remember_me } = call.body as { username: string; password: string; remember_me?: 'on' | 'off' };
    const result = await checkPassword({ name, password, address: call.address });
    if (result.kind === 'wait') {
      throw new Refusal({
        status: 429,
        body: { error: `Too many attempts. Try again in ${result.seconds} seconds.` },
        headers: { 'retry-after': String(result.seconds) },
      });
    }
    if (result.kind === 'wrong') throw badRequest(wrongPassword);
    return () => {
      const cookies = startSession(archive, result.account, { ...call, isRemembered: remember_me === 'on' });
      if (cookies === null) throw badRequest(wrongPassword);
      return { status: 204, cookies };
    };
  },

  logoutUser(call) {
    if (call.sessionToken !== null) archive.sessions.end(call.sessionToken);
    return { status: 204, cookies: endedSessionCookies };
  },
});

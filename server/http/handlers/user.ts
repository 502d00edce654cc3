// Returns the calling account, and reads and changes its settings and its signed-in devices.
import type { WireUserConfig } from '../../../src/contract/names.ts';
import { deviceLabel } from '../../accounts/device-label.ts';
import { noContent, notFound, success } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { storedMoment } from '../documents/durations.ts';

export const userHandlers: HandlerGroup = ({ archive }) => ({
  getUserAccount(call) {
    const account = accountOf(call);
    return success({
      id: account.id,
      name: account.name,
      is_superuser: account.isSuperuser,
      is_staff: account.isStaff,
      groups: [],
      user_permissions: [],
      last_login: account.lastLoginMs === null ? null : storedMoment(account.lastLoginMs).toISOString(),
    });
  },
  listDevices(call) {
    const sessionToken = call.sessionToken;
    const currentSessionId = sessionToken === null ? null : archive.sessions.idOf(sessionToken);
    const toIso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();
    return success(
      archive.sessions.list(accountOf(call).id).map(({ id, userAgent, lastUsedAt, startedAt }) => ({
        id,
        name: deviceLabel(userAgent),
        is_this: id === currentSessionId,
        last_used: toIso(lastUsedAt),
        signed_in: toIso(startedAt),
      })),
    );
  },
  deleteDevice(call) {
    const { id: accountId } = accountOf(call);
    const id = call.path['device_id'] ?? '';
    // Another person's session gets the same answer as one that does not exist.
    if (!archive.sessions.list(accountId).some((session) => session.id === id)) throw notFound('device');
    archive.sessions.endById(accountId, id);
    return noContent;
  },
  getUserConfig: (call) => success(archive.userSettings.get(accountOf(call).id)),
  updateUserConfig: (call) => success(archive.userSettings.change(accountOf(call).id, call.body as Partial<WireUserConfig>)),
});

// The calling account and its settings.
import type { WireUserConfig } from '../../../src/contract/names.ts';
import { success } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';

export const userHandlers: HandlerGroup = ({ archive }) => ({
  getUserAccount(call) {
    const account = callerOf(call);
    return success({
      id: account.id,
      name: account.name,
      is_superuser: account.isSuperuser,
      is_staff: account.isStaff,
      groups: [],
      user_permissions: [],
      last_login: account.lastLoginMs === null ? null : new Date(account.lastLoginMs).toISOString(),
    });
  },
  getUserConfig: (call) => success(archive.userSettings.get(callerOf(call).id)),
  updateUserConfig: (call) => success(archive.userSettings.change(callerOf(call).id, call.body as Partial<WireUserConfig>)),
});

// Application settings, and the caller's API token.
import type { AppSettingsChanges } from '../../archive/app-settings.ts';
import { noContent, success } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';

export const settingsHandlers: HandlerGroup = ({ archive }) => ({
  getAppSettings: () => success(archive.appSettings.get()),
  getApiToken: (call) => success({ token: archive.apiTokens.get(callerOf(call).id) }),
  revokeApiToken(call) {
    archive.apiTokens.revoke(callerOf(call).id);
    return noContent;
  },
  updateAppSettings: (call) => success(archive.appSettings.change(call.body as AppSettingsChanges)),
});

// Application settings, and the caller's API token.
import type { AppSettingsChanges } from '../../archive/app-settings.ts';
import type { WireAppSettings } from '../../../src/contract/names.ts';
import { noContent, success } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';

export const settingsHandlers: HandlerGroup = ({ archive, secrets }) => {
  /** Whether a cookie and a token are there is told by what is stored. */
  const told = (settings: WireAppSettings): WireAppSettings => ({
    ...settings,
    downloads: { ...settings.downloads, cookie_import: secrets.cookie.isStored(), potoken: secrets.poToken.get() !== null },
  });
  return {
    getAppSettings: () => success(told(archive.appSettings.get())),
    getApiToken: (call) => success({ token: archive.apiTokens.get(callerOf(call).id) }),
    revokeApiToken(call) {
      archive.apiTokens.revoke(callerOf(call).id);
      return noContent;
    },
    updateAppSettings: (call) => success(told(archive.appSettings.change(call.body as AppSettingsChanges))),
  };
};

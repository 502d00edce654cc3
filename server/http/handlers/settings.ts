// Reads and changes the application settings and the caller's API token.
import type { AppSettingsChanges } from '../../archive/app-settings.ts';
import type { WireAppSettings } from '../../../src/contract/names.ts';
import { extraOptionsOf } from '../../downloader/extra-options.ts';
import type { SwitchedService } from '../../external-services/addresses.ts';
import { noContent, Refusal, success } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';

const servicesOfSwitches = { integrate_sponsorblock: 'sponsorBlock', integrate_ryd: 'dislikes' } as const satisfies Record<string, SwitchedService>;

export const settingsHandlers: HandlerGroup = ({ archive, secrets, externalServices }) => {
  /** Adds whether a cookie and a PO token are stored. */
  const withSecretState = (settings: WireAppSettings): WireAppSettings => ({
    ...settings,
    downloads: { ...settings.downloads, cookie_import: secrets.cookie.isStored(), potoken: secrets.poToken.get() !== null },
  });
  /**
   * Refuses to turn on a switch of a service without an address, because the switch would have no effect. A switch that is already on is
   * accepted: it came with a backup, or the service's address has been removed since.
   */
  function requireAddresses({ downloads = {} }: AppSettingsChanges): void {
    const currentDownloads = archive.appSettings.get().downloads;
    const refusedFields = Object.entries(servicesOfSwitches).flatMap(([key, service]) => {
      const name = key as keyof typeof servicesOfSwitches;
      const message = downloads[name] === true && currentDownloads[name] !== true ? externalServices.whyOff(service) : null;
      return message === null ? [] : [[name, [message]]];
    });
    if (refusedFields.length > 0) throw new Refusal({ status: 400, body: { downloads: Object.fromEntries(refusedFields) as Record<string, string[]> } });
  }
  /** Refuses yt-dlp options that extra-options.ts does not allow. */
  function requireAllowedOptions({ downloads = {} }: AppSettingsChanges): void {
    const extraOptions = extraOptionsOf(downloads.extra_options ?? null);
    if (!extraOptions.ok) throw new Refusal({ status: 400, body: { downloads: { extra_options: [extraOptions.message] } } });
  }
  return {
    getAppSettings: () => success(withSecretState(archive.appSettings.get())),
    getApiToken: (call) => success({ token: archive.apiTokens.get(accountOf(call).id) }),
    revokeApiToken(call) {
      archive.apiTokens.revoke(accountOf(call).id);
      return noContent;
    },
    updateAppSettings(call) {
      const changes = call.body as AppSettingsChanges;
      requireAddresses(changes);
      requireAllowedOptions(changes);
      return success(withSecretState(archive.appSettings.change(changes)));
    },
  };
};

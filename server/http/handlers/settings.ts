// Application settings.
import type { AppSettingsChanges } from '../../archive/app-settings.ts';
import { success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const settingsHandlers: HandlerGroup = ({ archive }) => ({
  getAppSettings: () => success(archive.appSettings.get()),
  updateAppSettings: (call) => success(archive.appSettings.change(call.body as AppSettingsChanges)),
});

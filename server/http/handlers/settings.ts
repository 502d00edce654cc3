// Application settings.
import { success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const settingsHandlers: HandlerGroup = ({ archive }) => ({
  getAppSettings: () => success(archive.appSettings.get()),
});

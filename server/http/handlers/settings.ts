// What a client loads at start beside the account: application settings, and messages of running tasks.
import { success } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const settingsHandlers: HandlerGroup = ({ archive }) => ({
  getAppSettings: () => success(archive.appSettings.get()),
  /** Nothing runs that has a message: background tasks are not part of this server yet. */
  listNotifications: () => success([]),
});

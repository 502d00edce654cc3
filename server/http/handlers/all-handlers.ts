// Maps each operation id to its handler. Operations without a handler here are not routed.
import type { Handler, HandlerContext } from '../call.ts';
import { backupHandlers } from './backups.ts';
import { channelHandlers } from './channels.ts';
import { downloadHandlers } from './downloads.ts';
import { membershipHandlers } from './membership.ts';
import { playlistHandlers } from './playlists.ts';
import { scheduleHandlers } from './schedules.ts';
import { searchHandlers } from './search.ts';
import { secretHandlers } from './secrets.ts';
import { sessionHandlers } from './session.ts';
import { settingsHandlers } from './settings.ts';
import { statsHandlers } from './stats.ts';
import { taskNotificationHandlers } from './task-notifications.ts';
import { taskResultHandlers } from './task-results.ts';
import { taskHandlers } from './tasks.ts';
import { userHandlers } from './user.ts';
import { videoHandlers } from './videos.ts';
import { watchStateHandlers } from './watch-state.ts';

const groups = [
  sessionHandlers,
  userHandlers,
  videoHandlers,
  watchStateHandlers,
  channelHandlers,
  playlistHandlers,
  settingsHandlers,
  secretHandlers,
  membershipHandlers,
  taskHandlers,
  taskResultHandlers,
  taskNotificationHandlers,
  scheduleHandlers,
  downloadHandlers,
  statsHandlers,
  searchHandlers,
  backupHandlers,
];

export function allHandlers(context: HandlerContext): Map<string, Handler> {
  return new Map(groups.flatMap((group) => Object.entries(group(context))));
}

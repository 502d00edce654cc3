// All German texts, by the names that the English modules pass to `translated`.
import { about } from './about.ts';
import { accountSheet } from './account-sheet.ts';
import { actions } from './actions.ts';
import { appSettings } from './app-settings.ts';
import { channelAbout } from './channel-about.ts';
import { channels, channel } from './channels.ts';
import { checkDevice } from './check-device.ts';
import { collapse } from './collapse.ts';
import { dashboard } from './dashboard.ts';
import { device } from './devices.ts';
import { downloads } from './downloads.ts';
import { error } from './errors.ts';
import { field } from './fields.ts';
import { format, pageFormat } from './formats.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { list } from './lists.ts';
import { login } from './login.ts';
import { memory } from './memory-storage.ts';
import { moves } from './moves.ts';
import { otherCopy } from './other-copies.ts';
import { pageError } from './page-errors.ts';
import { playerHost } from './player-host.ts';
import { player } from './player.ts';
import { playlists, playlist } from './playlists.ts';
import { queue } from './queue.ts';
import { savedScreen } from './saved-screen.ts';
import { savedUse } from './saved-use.ts';
import { saved } from './saved.ts';
import { scheduling } from './scheduling.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { start } from './start.ts';
import { syncSheet } from './sync-sheet.ts';
import { changes, sync } from './sync.ts';
import { task } from './tasks.ts';
import { timeLeft } from './trip-formats.ts';
import { trip, policy } from './trips.ts';
import { ui } from './ui.ts';
import { update } from './update.ts';
import { watched, emptyList, queueMenu } from './video-list.ts';
import { video } from './video.ts';
import { wholeCatalogue } from './whole-catalogue.ts';
import type { Catalogue } from '../translated.ts';

export const german = {
  about,
  accountSheet,
  actions,
  appSettings,
  changes,
  channel,
  channelAbout,
  channels,
  checkDevice,
  collapse,
  dashboard,
  device,
  downloads,
  emptyList,
  error,
  field,
  format,
  help,
  home,
  list,
  login,
  memory,
  moves,
  otherCopy,
  pageError,
  pageFormat,
  player,
  playerHost,
  playlist,
  playlists,
  policy,
  queue,
  queueMenu,
  saved,
  savedScreen,
  savedUse,
  scheduling,
  search,
  settings,
  shell,
  start,
  sync,
  syncSheet,
  task,
  timeLeft,
  trip,
  ui,
  update,
  video,
  watched,
  wholeCatalogue,
} satisfies Catalogue;

// Creates a world and takes the steps of a run in it. converge.ts then ends the run, and verify.ts checks it.
import type { Mirror } from '../../../src/mirror/database.ts';
import { listKey } from '../../../src/mirror/list-keys.ts';
import { forceRefresh, requestRefresh } from '../../../src/mirror/refresh-requests.ts';
import { videoKey } from '../../../src/mirror/resource-keys.ts';
import { people } from './archive.ts';
import type { SimulatedDevice, SimulatedTab } from './device.ts';
import type { LastAction } from './act-ports.ts';
import { createIntentBook, type IntentBook } from './intents.ts';
import { deletableChannelId, deletablePlaylistId, library } from './library.ts';
import { perform, resetNames } from './perform.ts';
import { verifyStillGone } from './deletions.ts';
import { verifySetsStillGone } from './set-deletions.ts';
import { forgetNewerChanges, makeNewerChange, sendNewerChanges, verifyNewerChanges } from './newer-version.ts';
import type { Act, Event, Plan, Step } from './steps.ts';
import { fillDisk } from './storage.ts';
import { createWorld, type World } from './world.ts';

const lists = (['videos?sort=published&order=desc', 'channels?', 'playlists?', 'downloads?filter=pending', 'downloads?filter=ignore'] as const).map((list) => {
  const [endpoint = '', filters = ''] = list.split('?');
  return listKey({ endpoint: endpoint as 'videos', filters, pageSize: 12, page: 1 });
});
export const allKeys = [...lists, 'user-config'];

const acts = new Set<string>([
  'mark',
  'position',
  'start-over',
  'mark-all',
  'subscribe',
  'sort',
  'columns',
  'member',
  'move',
  'create',
  'create-filled',
  'line',
  'download',
  'queue',
  'delete',
  'delete-channel',
  'delete-playlist',
  'undo',
]);
const isAct = (actOrEvent: Act | Event): actOrEvent is Act => acts.has(actOrEvent.do);

export interface SimulationRun {
  world: World;
  book: IntentBook;
}

/** Signs in on every device and reads the archive's state there, then takes the steps. */
export async function runSteps({ devices, hasNoLocks = false, seed, steps }: Plan): Promise<SimulationRun> {
  resetNames();
  const world = createWorld(library, { devices, hasNoLocks, seed });
  const book = createIntentBook(world);
  const lastActions = new Map<string, LastAction>();
  try {
    for (const device of world.devices) {
      device.open();
      await world.advance(500);
      await signIn(world, device, 0);
      await refreshKeys(world, device, allKeys);
    }
    for (const step of steps) await runStep(world, book, step, lastActions);
  } catch (reason) {
    await world.end();
    throw reason;
  }
  return { world, book };
}

/** Signs in as the login screen does, then opens a new document. */
export async function signIn(world: World, device: SimulatedDevice, person: number): Promise<boolean> {
  const tab = device.tabs().find(({ isFrozen }) => !isFrozen) ?? device.open();
  const isSignedIn = await world.login(device, tab, person);
  tab.kill();
  device.open();
  await world.advance(1_000);
  return isSignedIn;
}

/** Fetches what a screen would show. */
export async function refreshKeys(world: World, device: SimulatedDevice, keys: readonly string[]): Promise<void> {
  const mirror = device.mirror();
  if (!mirror) return;
  for (const key of keys) await world.during(forceRefresh(mirror, key, 0)).catch(() => undefined); // the page was reloaded
  await world.advance(2_000);
}

async function runStep(world: World, book: IntentBook, step: Step, lastActions: Map<string, LastAction>): Promise<void> {
  const device = world.devices[step.device] as SimulatedDevice;
  const tab = device.tab(step.tab);
  world.faultRate = step.faultRate;
  if (isAct(step.actOrEvent)) {
    const isOpen = (one: SimulatedTab | null): one is SimulatedTab => one !== null && !one.isFrozen && one.tab.mirror() !== null;
    if (!device.tabs().some(isOpen)) {
      // To make a change, a person signs in first.
      if (device.tabs().every(({ isFrozen }) => isFrozen)) device.open();
      await world.advance(500);
      if (!device.tabs().some(isOpen)) await signIn(world, device, 0);
    }
    const openTab = [tab, ...device.tabs()].find(isOpen);
    const mirror = openTab?.tab.mirror();
    const userId = openTab?.tab.owner()?.userId;
    if (openTab && mirror && userId !== undefined) {
      const killedAfter = step.killedAfter === null ? null : { events: step.killedAfter, kill: () => openTab.kill() };
      await perform(step.actOrEvent, { world, book, device, tab: openTab, mirror, userId, lastActions, killedAfter, closedAfter: step.closedAfter ?? null });
    }
  } else await applyEvent(world, book, step.actOrEvent, device, tab);
  if ('moves' in step.pace) await world.makeMoves(step.pace.moves);
  else await world.advance(step.pace.ms);
  await verifyStillGone({ world, book }, device);
  await verifySetsStillGone({ world, book }, device);
  verifyNewerChanges(world, device);
}

async function applyEvent(world: World, book: IntentBook, event: Event, device: SimulatedDevice, tab: SimulatedTab | null): Promise<void> {
  switch (event.do) {
    case 'open-list': {
      const mirror = tab?.tab.mirror();
      if (mirror && !tab?.isFrozen) await world.during(requestRefresh(mirror, allKeys[event.list] as string, 0)).catch(() => undefined);
      return;
    }
    case 'open-video': {
      const mirror = tab?.tab.mirror();
      if (mirror && !tab?.isFrozen) await world.during(requestRefresh(mirror, videoKey(event.videoId), 0)).catch(() => undefined);
      return;
    }
    case 'login':
      if (tab && !tab.isFrozen) await signIn(world, device, event.person);
      return;
    case 'logout': {
      if (!tab || tab.isFrozen || !tab.tab.mirror()) return;
      const userId = tab.tab.owner()?.userId;
      if (event.clearDevice && userId !== undefined) {
        book.markAllUndecided(device.index, userId);
        forgetNewerChanges(world, tab.tab.mirror() as Mirror);
      }
      let isDone = false;
      void tab.tab.commands.logout({ clearDevice: event.clearDevice }).then(
        () => (isDone = true),
        () => (isDone = true),
      );
      for (let round = 0; !isDone && round < 20; round += 1) await world.advance(500);
      tab.kill();
      device.open();
      return;
    }
    case 'open-tab':
      if (device.tabs().length < 2) device.open();
      return;
    case 'kill':
      tab?.kill();
      if (device.tabs().length === 0) device.open();
      return;
    case 'freeze':
      return tab?.freeze();
    case 'thaw':
      return tab?.thaw();
    case 'show':
      return tab?.show();
    case 'clock':
      return device.moveClock(event.byMs);
    case 'down':
      return void (world.network.outage = event.isDown ? (event.isProxy ? 'proxy' : 'drop') : null);
    case 'switch-session': {
      // A write in progress when the cookie changes would be sent under the new session: a known limit (docs/sync.md).
      await world.loop.drain();
      return device.switchSession(people[event.person]?.name ?? '');
    }
    case 'hold-lists':
      return void (world.network.areListsHeld = event.isHeld);
    case 'hold-deletions':
      return void (world.network.areDeletionsHeld = event.isHeld);
    case 'end-sessions':
      return device.archive.endSessions();
    case 'close-databases':
      return tab?.tab.closeDatabases(event);
    case 'newer-change':
    case 'newer-tab': {
      const mirror = tab?.tab.mirror();
      if (!mirror || tab?.isFrozen) return;
      return event.do === 'newer-tab' ? sendNewerChanges(world, mirror) : makeNewerChange(world, device, mirror, event.videoId);
    }
    case 'full':
      return fillDisk(device.databasePrefix, event.isFull);
    case 'elsewhere': {
      const userId = people[event.person]?.id ?? 1;
      const { videoId, seconds, isWatched } = event;
      const call =
        seconds === null
          ? `POST /api/watched/ ${JSON.stringify({ id: videoId, is_watched: isWatched })}`
          : `POST /api/video/${videoId}/progress/ ${JSON.stringify({ position: seconds })}`;
      return world.during(
        device.archive.changeElsewhere(
          userId,
          (api, key) => (seconds === null ? api.setWatched(videoId, isWatched, key) : api.saveProgress(videoId, seconds, key)),
          call,
        ),
      ) as Promise<void>;
    }
    case 'elsewhere-delete': {
      if (device.archive.model.isDeleted(event.videoId)) return;
      const change = device.archive.changeElsewhere(1, (api, key) => api.deleteVideo(event.videoId, key), `DELETE /api/video/${event.videoId}/ null`);
      return world.during(change) as Promise<void>;
    }
    case 'elsewhere-delete-set': {
      const { lists } = device.archive.model;
      const isChannel = event.of === 'channel';
      if (isChannel ? !lists.hasChannel(deletableChannelId) : !lists.playlist(deletablePlaylistId)) return;
      const query = event.withVideos ? '?delete_videos=true' : '';
      const change = isChannel
        ? device.archive.changeElsewhere(1, (api, key) => api.deleteChannel(deletableChannelId, key), `DELETE /api/channel/${deletableChannelId}/ null`)
        : device.archive.changeElsewhere(
            1,
            (api, key) => api.deletePlaylist(deletablePlaylistId, event.withVideos, key),
            `DELETE /api/playlist/${deletablePlaylistId}/${query} null`,
          );
      return world.during(change) as Promise<void>;
    }
    case 'elsewhere-field':
      return world.during(
        device.archive.changeElsewhere(
          1,
          (api, key) => api.setChannelSubscribed('cA', event.value, key),
          `POST /api/channel/cA/ ${JSON.stringify({ channel_subscribed: event.value })}`,
        ),
      ) as Promise<void>;
  }
}

// One row of the outbox that is no watch state, on its way: subscriptions, settings, the queue; playlists in
// send-playlist-row.ts. Such a wish names the value of a field: the last one counts, and sending it twice changes nothing.
// Only when an answer was lost the archive is asked first. Called by send-row.
import { isSame } from '../lib/keep-identity.ts';
import { foldDownload } from '../mirror/fold-downloads.ts';
import { channelKey, playlistKey } from '../mirror/resource-keys.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import type { Mutation } from '../mirror/rows.ts';
import { wish } from '../mirror/wanted.ts';
import { ok } from '../lib/result.ts';
import type { Answer } from '../network/archive-api.ts';
import { isBySubscription, recordEntity, wishForLists } from './record-entity.ts';
import { afterFailedRead, afterFailedWrite, done, isOutcomeUnknown, markSent, type RowOutcome, type SendPorts } from './row-outcome.ts';
import { sendPlaylistRow } from './send-playlist-row.ts';

export async function sendEntityRow(ports: SendPorts, seen: StoredOutboxRow): Promise<RowOutcome> {
  // A playlist may have got its id since the outbox was read: the row has been written again then.
  const row = await ports.mirror.db.outbox.get(seen.sequence);
  if (row?.revision !== seen.revision) return done;
  const { mutation } = row;
  switch (mutation.kind) {
    case 'subscribe-channel':
      return sendField(ports, row, subscriptionOfChannel(ports, mutation, row.idempotencyKey));
    case 'subscribe-playlist':
    case 'sort-playlist':
      return sendField(ports, row, fieldOfPlaylist(ports, mutation, row.idempotencyKey));
    case 'set-config':
      return sendField(ports, row, setting(ports, mutation, row.idempotencyKey));
    case 'add-subscription':
      return sendField(ports, row, newSubscription(ports, mutation, row.idempotencyKey));
    case 'ignore-video':
      return sendField(ports, row, ignored(ports, mutation.videoId, row.idempotencyKey));
    case 'add-downloads':
      return sendField(ports, row, addedDownloads(ports, mutation, row.idempotencyKey));
    case 'change-download':
      return sendField(ports, row, changedDownload(ports, mutation, row.idempotencyKey));
    case 'create-playlist':
    case 'change-membership':
    case 'order-playlist':
      return sendPlaylistRow(ports, row, mutation);
    default:
      return done;
  }
}

/** A field of the archive and the value that is wanted. */
interface Field<Receipt> {
  /** Whether it has that value already; null where asking says nothing. */
  isThere: (() => Answer<boolean>) | null;
  write(): Answer<Receipt>;
  /** What is known then, in the transaction that ends the row; no receipt: it was there already. */
  keep(receipt?: Receipt): Promise<void>;
}

async function sendField<Receipt>(ports: SendPorts, row: StoredOutboxRow, { isThere, write, keep }: Field<Receipt>): Promise<RowOutcome> {
  if (isThere && isOutcomeUnknown(row)) {
    const there = await isThere();
    if (!there.ok) return afterFailedRead(ports, row, there.error);
    if (there.value) return recordEntity(ports, row, () => keep());
  }
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await write();
  return answer.ok ? recordEntity(ports, row, () => keep(answer.value)) : afterFailedWrite(ports, row, answer.error);
}

type Of<Kind extends Mutation['kind']> = Extract<Mutation, { kind: Kind }>;

function subscriptionOfChannel({ mirror, api, signal }: SendPorts, { channelId, isSubscribed }: Of<'subscribe-channel'>, key: string): Field<void> {
  const { db, clock } = mirror;
  return {
    async isThere() {
      const answer = await api.getChannel(channelId, signal);
      return answer.ok ? ok(answer.value.channel_subscribed === isSubscribed) : answer;
    },
    write: () => api.setChannelSubscribed(channelId, isSubscribed, key, signal),
    async keep() {
      const channel = await db.channels.get(channelId);
      if (channel) await db.channels.put({ ...channel, isSubscribed, confirmedAtMs: clock.now() });
      await wish(mirror, channelKey(channelId), 1);
      await wishForLists(mirror, 'channels', isBySubscription);
    },
  };
}

function fieldOfPlaylist({ mirror, api, signal }: SendPorts, mutation: Of<'subscribe-playlist' | 'sort-playlist'>, key: string): Field<void> {
  const { db, clock } = mirror;
  const { playlistId } = mutation;
  const isSubscription = mutation.kind === 'subscribe-playlist';
  const change = isSubscription ? { isSubscribed: mutation.isSubscribed } : { sortOrder: mutation.sortOrder };
  return {
    async isThere() {
      const answer = await api.getPlaylist(playlistId, signal);
      if (!answer.ok) return answer;
      const { playlist_subscribed, playlist_sort_order } = answer.value;
      return ok(isSubscription ? playlist_subscribed === mutation.isSubscribed : playlist_sort_order === mutation.sortOrder);
    },
    write: () =>
      api.updatePlaylist(
        playlistId,
        isSubscription ? { playlist_subscribed: mutation.isSubscribed } : { playlist_sort_order: mutation.sortOrder },
        key,
        signal,
      ),
    async keep() {
      const playlist = await db.playlists.get(playlistId);
      if (playlist) await db.playlists.put({ ...playlist, ...change, confirmedAtMs: clock.now() });
      await wish(mirror, playlistKey(playlistId), 1);
      if (isSubscription) await wishForLists(mirror, 'playlists', isBySubscription);
    },
  };
}

function setting({ mirror, api, signal }: SendPorts, { key: name, value }: Of<'set-config'>, key: string): Field<unknown> {
  const { db, clock } = mirror;
  return {
    async isThere() {
      const answer = await api.getUserConfig(signal);
      return answer.ok ? ok(isSame(answer.value[name], value)) : answer;
    },
    write: () => api.updateUserConfig({ [name]: value }, key, signal),
    async keep() {
      // Of the whole config in the answer only this key is ours to know: another tab's read may be newer than the rest.
      const config = await db.documents.get('user-config');
      if (config?.key === 'user-config') await db.documents.put({ ...config, value: { ...config.value, [name]: value }, confirmedAtMs: clock.now() });
    },
  };
}

/** Nobody can ask whether it was understood: a task tells, and subscribing once more changes nothing. */
function newSubscription({ mirror, api, signal }: SendPorts, { of, line }: Of<'add-subscription'>, key: string): Field<void> {
  return {
    isThere: null,
    write: () => api.addSubscription(of, line, key, signal),
    keep: () => wishForLists(mirror, of === 'channel' ? 'channels' : 'playlists'),
  };
}

function ignored({ api, signal }: SendPorts, videoId: string, key: string): Field<void> {
  return { isThere: null, write: () => api.ignoreVideo(videoId, key, signal), keep: async () => {} };
}

/** What was added before is passed over by the archive, so that a lost answer does no harm. */
function addedDownloads({ mirror, api, signal }: SendPorts, mutation: Of<'add-downloads'>, key: string): Field<void> {
  return {
    isThere: null,
    write: () => api.addDownloads(mutation.lines, mutation, key, signal),
    keep: () => wishForLists(mirror, 'downloads'),
  };
}

/** The last word counts, and saying it twice changes nothing. */
function changedDownload({ mirror, api, signal }: SendPorts, mutation: Of<'change-download'>, key: string): Field<void> {
  const { db, clock } = mirror;
  const { videoId, to } = mutation;
  return {
    isThere: null,
    write: () => api.changeDownload(videoId, to, key, signal),
    async keep() {
      const known = await db.downloads.get(videoId);
      const item = foldDownload(known, [{ state: { name: 'sent' }, mutation }]);
      if (item) await db.downloads.put({ ...item, confirmedAtMs: clock.now() });
      else await db.downloads.delete(videoId);
      await wishForLists(mirror, 'downloads');
      for (const key of ['page:downloads-pending', 'page:downloads-ignore'] as const) await wish(mirror, key, 1);
    },
  };
}

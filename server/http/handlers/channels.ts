// Lists, finds, changes and deletes channels.
import type { WireChannelUpdate, WireChannelBulk } from '../../../src/contract/names.ts';
import type { SubscribeInput } from '../../tasks/subscribe-to.ts';
import { badRequest, noContent, notFound, Refusal, success } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { channelDocument, channelDocuments, noOverwrites, withEveryPicture } from '../documents/channel-document.ts';
import { durationText } from '../documents/durations.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

/** An answer repeats at most this many characters of the query. */
const maxEchoedChars = 200;

export const channelHandlers: HandlerGroup = ({ archive, tasks, removal, findChannel }) => ({
  listChannels(call) {
    const filter = (call.query['filter'] as 'subscribed' | 'unsubscribed' | undefined) ?? 'all';
    const request = pageRequest(call, archive.userSettings.get(accountOf(call).id).page_size);
    const rows = archive.channels.page(filter, windowOf(request));
    return success({ data: channelDocuments(archive, rows), paginate: pagination(request, archive.channels.count(filter)) });
  },

  async searchChannel(call) {
    const query = call.query['q'] as string;
    const outcome = await findChannel(query);
    if (outcome.kind === 'no-channel') throw badRequest('expected channel data');
    const row = outcome.kind === 'found' ? archive.channels.find(outcome.channelId) : null;
    if (!row) throw new Refusal({ status: 404, body: { error: `channel not found: ${query.slice(0, maxEchoedChars)}` } });
    return success(channelDocument(archive, row));
  },

  getChannel(call) {
    const row = archive.channels.find(call.path['channel_id'] ?? '');
    if (!row) throw notFound('channel');
    // A caller with a token is a program, and programs expect an address for each picture.
    const needsAllPictures = call.authMethod === 'token' && archive.channels.substitutePicture(row, 'wide') !== null;
    return success(needsAllPictures ? withEveryPicture(channelDocument(archive, row)) : channelDocument(archive, row));
  },

  updateChannel(call) {
    const channelId = call.path['channel_id'] ?? '';
    const { channel_subscribed: isSubscribed, channel_overwrites: overwrites } = call.body as WireChannelUpdate;
    const isFound = archive.channels.change(channelId, {
      ...(isSubscribed === undefined ? {} : { isSubscribed }),
      ...(overwrites === undefined ? {} : { overwrites }),
    });
    if (!isFound) throw notFound('channel');
    if (overwrites?.index_playlists === true) tasks.start('index_playlists', { channelId });
    // Answers with the sent values, not the stored ones (docs/behaviour.md, Channels).
    return success({ ...call.body, ...(overwrites === undefined ? {} : { channel_overwrites: { ...noOverwrites, ...overwrites } }) });
  },

  /** The task `subscribe_to` looks up unknown channels and subscribes to them. Unsubscribing from an unknown channel does nothing. */
  updateChannelSubscriptions(call) {
    const { data } = call.body as WireChannelBulk;
    const subscribeInput: SubscribeInput = { what: 'channel', subscribed: [], unknown: [] };
    const channelIds = archive.nameResolver.channels(data.map(({ channel_id: typedName }) => typedName));
    for (const [index, { channel_id: typedName, channel_subscribed: isSubscribed }] of data.entries()) {
      const channelId = channelIds[index] ?? null;
      if (channelId !== null) archive.channels.change(channelId, { isSubscribed });
      if (!isSubscribed) continue;
      if (channelId === null) subscribeInput.unknown.push(typedName);
      else subscribeInput.subscribed.push(archive.channels.find(channelId)?.name ?? channelId);
    }
    if (subscribeInput.subscribed.length + subscribeInput.unknown.length > 0) tasks.start('subscribe_to', subscribeInput);
    return success(call.body);
  },

  async deleteChannel(call) {
    const channelId = call.path['channel_id'] ?? '';
    if (!archive.channels.find(channelId)) throw notFound('channel');
    await removal.removeChannel(channelId);
    return noContent;
  },

  getChannelNav(call) {
    const channelId = call.path['channel_id'] ?? '';
    const kinds = archive.channels.find(channelId)?.kinds ?? [];
    const queueStates = archive.downloads.statesOf(channelId);
    return success({
      has_pending: queueStates.has('pending'),
      has_ignored: queueStates.has('ignore'),
      has_playlists: archive.channels.hasPlaylists(channelId),
      has_videos: kinds.includes('videos'),
      has_streams: kinds.includes('streams'),
      has_shorts: kinds.includes('shorts'),
    });
  },

  getChannelAggs(call) {
    const { items, size, duration } = archive.channels.totals(call.path['channel_id'] ?? '');
    return success({ total_items: { value: items }, total_size: { value: size }, total_duration: { value: duration, value_str: durationText(duration) } });
  },
});

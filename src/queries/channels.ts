import type { ChannelFactsRow } from '../mirror/rows.ts';
import { notFoundStore, isArchiveId } from './archive-id.ts';
import { channelFactsStore, channelListStore, channelStore } from './channel-stores.ts';
import { useMirror } from './mirror-context.tsx';
import { useListStore, useStore } from './use-store.ts';
import type { ChannelAbout, ChannelListQuery, ChannelPage, View } from './views.ts';

export function useChannelList(query: ChannelListQuery): View<ChannelPage> {
  return useListStore(channelListStore(useMirror(), query));
}

/** One channel, with its subscription and its overwrites. */
export function useChannel(channelId: string): View<ChannelAbout> {
  const mirror = useMirror();
  return useStore<View<ChannelAbout>>(isArchiveId(channelId) ? channelStore(mirror, channelId) : notFoundStore);
}

export function useChannelFacts(channelId: string): View<ChannelFactsRow> {
  const mirror = useMirror();
  return useStore<View<ChannelFactsRow>>(isArchiveId(channelId) ? channelFactsStore(mirror, channelId) : notFoundStore);
}

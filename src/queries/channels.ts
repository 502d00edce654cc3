import type { ChannelFactsRow } from '../mirror/rows.ts';
import { absentStore, isArchiveId } from './archive-id.ts';
import { channelFactsStore, channelListStore, channelStore } from './channel-stores.ts';
import { useMirror } from './mirror-context.tsx';
import { useListStore, useStore } from './use-store.ts';
import type { ChannelAbout, ChannelListQuery, ChannelPage, View } from './views.ts';

export function useChannelList(query: ChannelListQuery): View<ChannelPage> {
  return useListStore(channelListStore(useMirror(), query));
}

/** Subscription and overwrites included: the channel's shell and its About tab read the same. */
export function useChannel(channelId: string): View<ChannelAbout> {
  const mirror = useMirror();
  return useStore<View<ChannelAbout>>(isArchiveId(channelId) ? channelStore(mirror, channelId) : absentStore);
}

export function useChannelFacts(channelId: string): View<ChannelFactsRow> {
  const mirror = useMirror();
  return useStore<View<ChannelFactsRow>>(isArchiveId(channelId) ? channelFactsStore(mirror, channelId) : absentStore);
}

// What the parts of this screen take, named after the answers of the queries.
import { useOutletContext } from 'react-router-dom';
import type { useChannel, useChannelFacts } from '../../queries/channels.ts';

export type Channel = Extract<ReturnType<typeof useChannel>, { state: 'ready' }>['data'];
export type ChannelTotalsAndTabs = Extract<ReturnType<typeof useChannelFacts>, { state: 'ready' }>['data'];

/** What the shell of a channel has read, for the tab inside it. */
export interface ShownChannel {
  channel: Channel;
  /** Null until it is known. */
  facts: ChannelTotalsAndTabs | null;
}

/** Inside the channel shell only. */
export function useShownChannel(): ShownChannel {
  return useOutletContext<ShownChannel>();
}

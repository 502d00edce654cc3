// Data and types that the parts of the channel screen share.
import { useOutletContext } from 'react-router-dom';
import type { useChannel, useChannelFacts } from '../../queries/channels.ts';

export type Channel = Extract<ReturnType<typeof useChannel>, { state: 'ready' }>['data'];
export type ChannelTotalsAndTabs = Extract<ReturnType<typeof useChannelFacts>, { state: 'ready' }>['data'];

/** The data that the channel shell passes to its tab. */
export interface ShownChannel {
  channel: Channel;
  /** Null until known. */
  facts: ChannelTotalsAndTabs | null;
}

/** The data of the open channel; works only inside the channel shell. */
export function useShownChannel(): ShownChannel {
  return useOutletContext<ShownChannel>();
}

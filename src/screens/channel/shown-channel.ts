import { useOutletContext } from 'react-router-dom';
import type { Channel, ChannelTotalsAndTabs } from './channel-rows.ts';

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

// What the parts of this screen take, named after the answers of the queries.
import type { useChannel, useChannelFacts } from '../../queries/channels.ts';

export type Channel = Extract<ReturnType<typeof useChannel>, { state: 'ready' }>['data'];
export type ChannelTotalsAndTabs = Extract<ReturnType<typeof useChannelFacts>, { state: 'ready' }>['data'];

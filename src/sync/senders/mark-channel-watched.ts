import type { MutationOf } from '../../mirror/rows.ts';
import type { Sender } from './sender.ts';
import { sendWideMark } from './send-wide-mark.ts';

export const sendMarkChannelWatched: Sender<MutationOf<'mark-channel-watched'>> = (ports, row) => {
  const { channelId } = row.mutation;
  return sendWideMark(ports, row, channelId, `channel=${encodeURIComponent(channelId)}`);
};

import type { MarkChannelWatched } from '../../mutations/kinds/mark-channel-watched.ts';
import type { Sender } from './sender.ts';
import { sendWideMark } from './send-wide-mark.ts';

export const sendMarkChannelWatched: Sender<MarkChannelWatched> = (ports, row) => {
  const { channelId } = row.mutation;
  return sendWideMark(ports, row, channelId, `channel=${encodeURIComponent(channelId)}`);
};

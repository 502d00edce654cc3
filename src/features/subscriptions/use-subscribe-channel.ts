import { useCallback } from 'react';
import { subscribeChannel } from '../../mutations/subscribe.ts';
import { listTexts } from '../../texts/lists.ts';
import { useWrite } from '../writes/use-write.ts';

type SubscribeChannel = (channel: { channelId: string; name: string }, isSubscribed: boolean) => void;

/** Subscribes or unsubscribes, with Undo in a toast. The function is stable, so that cards do not re-render. */
export function useSubscribeChannel(): SubscribeChannel {
  const { mutate } = useWrite();
  return useCallback(
    ({ channelId, name }, isSubscribed) => {
      // fire and forget: the card follows the mirror
      void mutate((mirror) => subscribeChannel(mirror, { channelId, isSubscribed, subject: name }), {
        message: isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name),
        undo: (_, mirror) => subscribeChannel(mirror, { channelId, isSubscribed: !isSubscribed, subject: name }),
      });
    },
    [mutate],
  );
}

import { useCallback } from 'react';
import { subscribePlaylist } from '../../mutations/subscribe.ts';
import { listTexts } from '../../texts/lists.ts';
import { useWrite } from '../writes/use-write.ts';

/** Subscribes or unsubscribes, with a toast. The function is stable, so that cards do not re-render. */
export function useSubscribePlaylist(): (playlist: { playlistId: string; name: string }, isSubscribed: boolean) => void {
  const { mutate } = useWrite();
  return useCallback(
    ({ playlistId, name }, isSubscribed) => {
      // fire and forget: the card follows the mirror
      void mutate((mirror) => subscribePlaylist(mirror, { playlistId, isSubscribed, subject: name }), {
        message: isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name),
      });
    },
    [mutate],
  );
}

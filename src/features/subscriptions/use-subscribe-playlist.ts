import { useCallback } from 'react';
import { subscribePlaylist } from '../../mutations/subscribe.ts';
import { listTexts } from '../../texts/lists.ts';
import { useWrite } from '../writes/use-write.ts';

/** Subscribes or unsubscribes, and says so. Keeps its identity, so that cards do not render again for it. */
export function useSubscribePlaylist(): (playlist: { playlistId: string; name: string }, isSubscribed: boolean) => void {
  const { mutate } = useWrite();
  return useCallback(
    ({ playlistId, name }, isSubscribed) => {
      // nothing waits for it: the card follows the rows
      void mutate((mirror) => subscribePlaylist(mirror, { playlistId, isSubscribed, subject: name }), {
        said: isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name),
      });
    },
    [mutate],
  );
}

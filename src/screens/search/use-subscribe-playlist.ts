import { useMemo } from 'react';
import { subscribePlaylist } from '../../mutations/subscribe.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { listTexts } from '../../texts/lists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Subscribes or unsubscribes, and says so. Keeps its identity, so that cards do not render again for it. */
export function useSubscribePlaylist(): (playlist: { playlistId: string; name: string }, isSubscribed: boolean) => void {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => {
    return ({ playlistId, name }, isSubscribed) => {
      const text = isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name);
      // nothing waits for it: the card follows the rows
      void subscribePlaylist(mirror, { playlistId, isSubscribed, subject: name }).then(
        () => showToast({ text }),
        () => showToast({ text: shellTexts.notKept }),
      );
    };
  }, [mirror, showToast]);
}

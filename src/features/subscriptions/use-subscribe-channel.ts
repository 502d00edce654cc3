import { useMemo } from 'react';
import { subscribeChannel } from '../../mutations/subscribe.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { listTexts } from '../../texts/lists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

type SubscribeChannel = (channel: { channelId: string; name: string }, isSubscribed: boolean) => void;

/** Subscribes or unsubscribes, with Undo in a toast. Keeps its identity, so that cards do not render again for it. */
export function useSubscribeChannel(): SubscribeChannel {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => {
    const notKept = () => showToast({ text: shellTexts.notKept });
    return ({ channelId, name }, isSubscribed) => {
      const subscribe = (wanted: boolean) => subscribeChannel(mirror, { channelId, isSubscribed: wanted, subject: name });
      const text = isSubscribed ? listTexts.subscribedTo(name) : listTexts.unsubscribedFrom(name);
      // nothing waits for it: the card follows the rows
      void subscribe(isSubscribed).then(() => showToast({ text, onUndo: () => void subscribe(!isSubscribed).catch(notKept) }), notKept);
    };
  }, [mirror, showToast]);
}

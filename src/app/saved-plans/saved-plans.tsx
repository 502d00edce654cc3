// Background work on saved videos: carries out policies, continues packing trips, and shows a notice above the page for a trip that is over
// or not ready. Loaded after the first content, in every tab.
import { useEffect, useEffectEvent } from 'react';
import { parseSavedAddress } from '../../contract/saved-address.ts';
import { createWebLocks } from '../../lib/web-locks.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useSavedLink } from '../../queries/saved.ts';
import { resumePacking } from '../../saved-media/plan/pack-trip.ts';
import { freeDeviceBytes, totalAllowedBytes, readDeviceSpace } from '../../saved-media/quota.ts';
import { policyTexts } from '../../texts/trips.ts';
import { useToast } from '../../ui/toasts.tsx';
import { startPolicies } from './start-policies.ts';
import { TripNotice } from './trip-notice.tsx';

export function SavedPlans() {
  const link = useSavedLink();
  const mirror = useMirror();
  const showToast = useToast();
  const notifyRemoved = useEffectEvent((videoIds: readonly string[]) =>
    showToast({
      text: policyTexts.removed(videoIds.length),
      // Undo saves the videos as the user's own. As videos of the policy, they would be removed again.
      onUndo: () => videoIds.forEach((videoId) => void link?.actions.save(videoId, 'person').catch(logFailure)),
    }),
  );
  useEffect(() => {
    if (!link) return undefined;
    const policies = startPolicies({
      mirror,
      link,
      locks: createWebLocks(),
      openIds: openVideoIds,
      allowedBytes: async (budgetBytes) => totalAllowedBytes(budgetBytes, await readDeviceSpace().catch(() => null)),
      freeBytes: async () => freeDeviceBytes(await readDeviceSpace().catch(() => null)) + (await link.actions.bytesOfRemoved()),
      isVisible: () => document.visibilityState === 'visible',
      onRemoved: (videoIds) => notifyRemoved(videoIds),
    });
    const onVisible = (): void => (document.visibilityState === 'visible' ? policies.wake() : undefined);
    document.addEventListener('visibilitychange', onVisible);
    // Another tab may be packing the same trip, but each video is queued only once.
    void link
      .openIfUsed()
      .then(() => resumePacking(link))
      .catch(logFailure);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      policies.stop();
    };
  }, [link, mirror]);
  return link ? <TripNotice /> : null;
}

const logFailure = (reason: unknown): void => console.warn('Saved videos could not be changed', reason);

/** Videos on this device that are open in a player, playing or not. */
function openVideoIds(): ReadonlySet<string> {
  const addresses = [...document.querySelectorAll('video')].map(({ currentSrc }) => (URL.canParse(currentSrc) ? new URL(currentSrc).pathname : ''));
  return new Set(addresses.flatMap((pathname) => parseSavedAddress(pathname)?.videoId ?? []));
}

// The notice above the page about a trip that starts soon and is not ready, or about a trip that is over. Once dismissed, the notice stays
// hidden in this tab.
import { useState } from 'react';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useTrips } from '../../features/saved/use-trips.ts';
import { browserStorage } from '../../lib/device-storage.ts';
import { useSavedItems, useSavePlans, type SavedItem, type SavePlans, type Trip } from '../../queries/saved.ts';
import { tripStartsAtMs, tripStateOf, idsToUnpack, type TripState } from '../../queries/trips.ts';
import { dayAndTime } from '../../texts/page-formats.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** The notice appears this long before a trip, and not earlier, because users who pack a week in advance need no daily reminders. */
const remindBeforeMs = 48 * 3_600_000;
/** The key of the dismissed notices in `tabStorage`: their ids, one per line. */
const dismissedKey = 'stowaway.trip-notice';
const tabStorage = browserStorage(() => sessionStorage);

interface Reminder {
  id: string;
  trip: Trip;
  state: TripState;
  startsAtMs: number;
}

export function TripNotice() {
  const plans = useSavePlans();
  const items = useSavedItems();
  const trips = useTrips();
  const nowMs = useNowRoundedUpMs();
  const [dismissedIds, setDismissedIds] = useState(() => tabStorage.read(dismissedKey)?.split('\n') ?? []);
  const reminder = plans && remindersOf(plans, items, nowMs).find(({ id }) => !dismissedIds.includes(id));
  if (!plans || !reminder) return null;
  const { id: shownId, trip, state, startsAtMs } = reminder;
  const onDismiss = (): void => {
    const ids = [...dismissedIds, shownId];
    tabStorage.write(dismissedKey, ids.join('\n'));
    setDismissedIds(ids);
  };
  if (state.stage === 'over') {
    const count = idsToUnpack(trip, items, plans.trips).length;
    return (
      <Banner
        icon="saved"
        title={tripTexts.overTitle(trip.name)}
        text={count > 0 ? tripTexts.unpackQuestion(count) : tripTexts.stay}
        action={
          <Button size="small" onClick={() => trips?.unpack(trip)}>
            {tripTexts.unpack}
          </Button>
        }
        onDismiss={onDismiss}
      />
    );
  }
  return (
    <Banner
      tone="warn"
      icon="saved"
      title={tripTexts.notReady(trip.name, dayAndTime(startsAtMs, nowMs))}
      text={tripTexts.notReadyText(state.packedCount, state.totalCount)}
      action={
        <ButtonLink size="small" to="/saved/">
          {tripTexts.show}
        </ButtonLink>
      }
      onDismiss={onDismiss}
    />
  );
}

/** A trip that starts soon takes precedence over one that is over. */
function remindersOf(plans: SavePlans, items: readonly SavedItem[], nowMs: number): Reminder[] {
  const reminders = plans.trips.flatMap((trip): Reminder[] => {
    const startsAtMs = tripStartsAtMs(trip);
    const state = tripStateOf(trip, { items, isAllPaused: plans.preferences.isPaused, nowMs });
    if (startsAtMs === null) return [];
    const isSoon = nowMs < startsAtMs && startsAtMs - nowMs <= remindBeforeMs;
    const id = `${trip.tripId} ${state.stage === 'over' ? 'over' : 'before'}`;
    return state.stage === 'over' || (isSoon && state.stage !== 'ready' && state.totalCount > 0) ? [{ id, trip, state, startsAtMs }] : [];
  });
  return reminders.toSorted((one, other) => Number(one.state.stage === 'over') - Number(other.state.stage === 'over') || one.startsAtMs - other.startsAtMs);
}

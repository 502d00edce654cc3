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
const dismissedKey = 'stowaway.trip-notice';
const tabStorage = browserStorage(() => sessionStorage);

interface Reminder {
  trip: Trip;
  state: TripState;
  startsAtMs: number;
}

export function TripNotice() {
  const plans = useSavePlans();
  const items = useSavedItems();
  const trips = useTrips();
  const nowMs = useNowRoundedUpMs();
  const [dismissedId, setDismissedId] = useState(() => tabStorage.read(dismissedKey) ?? '');
  const reminder = plans ? reminderOf(plans, items, nowMs) : null;
  if (!plans || !reminder) return null;
  const { trip, state, startsAtMs } = reminder;
  const id = `${trip.tripId} ${state.stage === 'over' ? 'over' : 'before'}`;
  if (dismissedId === id) return null;
  const onDismiss = (): void => {
    tabStorage.write(dismissedKey, id);
    setDismissedId(id);
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
function reminderOf(plans: SavePlans, items: readonly SavedItem[], nowMs: number): Reminder | null {
  const reminders = plans.trips.flatMap((trip): Reminder[] => {
    const startsAtMs = tripStartsAtMs(trip);
    const state = tripStateOf(trip, { items, isAllPaused: plans.preferences.isPaused, nowMs });
    if (startsAtMs === null) return [];
    const isSoon = nowMs < startsAtMs && startsAtMs - nowMs <= remindBeforeMs;
    return state.stage === 'over' || (isSoon && state.stage !== 'ready' && state.totalCount > 0) ? [{ trip, state, startsAtMs }] : [];
  });
  return (
    reminders.toSorted((one, other) => Number(one.state.stage === 'over') - Number(other.state.stage === 'over') || one.startsAtMs - other.startsAtMs)[0] ??
    null
  );
}

// The trips on this device, as a section of the saved screen.
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useSavedItems, useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { useUserConfig } from '../../queries/session.ts';
import { tripStartsAtMs } from '../../queries/trips.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { TripIcon } from './trip-icon.tsx';
import { useIsPackerBeside } from './trip-layout.ts';
import { TripTag } from './trip-tag.tsx';
import styles from './trip-tag.module.css';

export function TripsSection() {
  const link = useSavedLink();
  const plans = useSavePlans();
  const items = useSavedItems();
  const { file_size_unit: unit } = useUserConfig();
  const nowMs = useNowRoundedUpMs();
  const sheet = useSheetAddress('trip');
  const isBeside = useIsPackerBeside();
  const trips = plans?.trips.toSorted(
    (one, other) => (tripStartsAtMs(one) ?? Infinity) - (tripStartsAtMs(other) ?? Infinity) || one.packedAtMs - other.packedAtMs,
  );
  if (!link || (isBeside && !trips?.length)) return null;
  return (
    <section aria-label={tripTexts.trips} className={styles['section']}>
      <div className={styles['head']}>
        <h2>{tripTexts.trips}</h2>
        {isBeside ? null : (
          <Button tone="primary" aria-haspopup="dialog" onClick={sheet.open}>
            <TripIcon />
            {tripTexts.pack}
          </Button>
        )}
      </div>
      {plans && trips && trips.length > 0 ? (
        trips.map((trip) => <TripTag key={trip.tripId} trip={trip} plans={plans} items={items} unit={unit} nowMs={nowMs} />)
      ) : (
        <p className={styles['lead']}>{tripTexts.noTrips}</p>
      )}
    </section>
  );
}

// A preview of the videos to pack: their pictures, their size and the remaining free space.
import type { TripPlan } from '../../queries/trips.ts';
import type { SizeUnit } from '../../texts/page-formats.ts';
import { fileSize, totalDuration } from '../../texts/page-formats.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Thumb } from '../../ui/thumb.tsx';
import type { TripDraft } from './trip-form.tsx';
import styles from './trip-form.module.css';

const maxPictures = 6;

export function TripPreview({ draft, unit, isWifiOnly }: { draft: TripDraft; unit: SizeUnit; isWifiOnly: boolean }) {
  const { plan, cards, freeBytes } = draft;
  const count = plan?.videoIds.length ?? 0;
  return (
    <div className={styles['field']}>
      <p className={styles['packs']} role="status">
        {plan === null ? tripTexts.looking : count === 0 ? tripTexts.packsNothing : tripTexts.packs(count, totalDuration(plan.seconds))}
      </p>
      {plan === null || count === 0 ? null : (
        <>
          <div className={styles['strip']} aria-hidden="true">
            {plan.videoIds.slice(0, count > maxPictures ? maxPictures - 1 : count).map((videoId) => (
              <Thumb key={videoId} src={cards.get(videoId)?.thumbUrl ?? null} className={styles['picture']} />
            ))}
            {count > maxPictures ? <span className={styles['more']}>{tripTexts.more(count - maxPictures + 1)}</span> : null}
          </div>
          <p className={styles['cost']}>
            <Cost bytes={plan.bytesToSave} remainingBytes={freeBytes === null || freeBytes === Infinity ? null : freeBytes - plan.bytesToSave} unit={unit} />
            {isWifiOnly ? ` ${tripTexts.wifiOnly}` : null}
          </p>
        </>
      )}
      <Note plan={plan} />
    </div>
  );
}

/** Says why the plan is shorter than requested. */
function Note({ plan }: { plan: TripPlan | null }) {
  if (plan === null || (plan.skippedForSpace === 0 && !plan.isShort)) return null;
  if (plan.videoIds.length === 0) return plan.skippedForSpace > 0 ? <p className={styles['note']}>{tripTexts.nothingFits}</p> : null;
  return <p className={styles['note']}>{plan.skippedForSpace > 0 ? tripTexts.trimmed(plan.skippedForSpace) : tripTexts.short}</p>;
}

function Cost({ bytes, remainingBytes, unit }: { bytes: number; remainingBytes: number | null; unit: SizeUnit }) {
  if (bytes === 0) return <>{tripTexts.allHere}</>;
  return (
    <>
      <b>{fileSize(bytes, unit)}</b>
      {remainingBytes === null ? (
        tripTexts.now
      ) : (
        <>
          {tripTexts.nowLeaves}
          <b>{fileSize(remainingBytes, unit)}</b>
          {tripTexts.leftFree}
        </>
      )}
    </>
  );
}

// A trip as a luggage tag: name, time, pictures, how much of it is packed, and the user's actions.
import { useMemo } from 'react';
import { useTransferRate } from '../../features/saved/use-transfer-rate.ts';
import { useTrips, type TripActions } from '../../features/saved/use-trips.ts';
import type { SavedItem, SavePlans, Trip } from '../../queries/saved.ts';
import { useSearchResults } from '../../queries/search.ts';
import { secondsLeftOf, tripStartsAtMs, tripStateOf, idsToUnpack, type TripState } from '../../queries/trips.ts';
import type { VideoCard } from '../../queries/views.ts';
import { dayAndTime, fileSize, totalDuration, type SizeUnit } from '../../texts/page-formats.ts';
import { timeLeft } from '../../texts/trip-formats.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { bytesUntilPacked } from './saved-list.ts';
import { TripMissing } from './trip-missing.tsx';
import styles from './trip-tag.module.css';

interface TripTagProps {
  trip: Trip;
  plans: SavePlans;
  items: readonly SavedItem[];
  unit: SizeUnit;
  nowMs: number;
}

const maxPictures = 5;

export function TripTag({ trip, plans, items, unit, nowMs }: TripTagProps) {
  const trips = useTrips();
  const state = tripStateOf(trip, { items, isAllPaused: plans.preferences.isPaused, nowMs });
  const results = useSearchResults(useMemo(() => ({ videoIds: trip.videoIds, channelIds: [], playlistIds: [] }), [trip.videoIds]));
  const cards = useMemo(() => new Map(results?.videos.map((card): [string, VideoCard] => [card.videoId, card])), [results]);
  const rate = useTransferRate({ ...bytesUntilPacked(trip, items), isSaving: state.stage === 'packing' });
  const timeLeftText = state.stage === 'packing' && rate?.secondsLeft ? timeLeft(rate.secondsLeft) : null;
  const sizes = useMemo(() => new Map(items.map(({ videoId, totalBytes }) => [videoId, totalBytes])), [items]);
  /** The size of all videos of the trip, saved or not. */
  const bytes = trip.videoIds.reduce((sum, videoId) => sum + (sizes.get(videoId) ?? cards.get(videoId)?.mediaSizeBytes ?? 0), 0);
  const seconds = trip.videoIds.reduce((sum, videoId) => sum + secondsLeftOf(cards.get(videoId) ?? { durationSeconds: 0, positionSeconds: 0 }), 0);
  return (
    <article className={styles['tag']} aria-label={trip.name} data-stage={state.stage}>
      <span className={styles['hole']} aria-hidden="true" />
      <div className={styles['body']}>
        <p className={styles['eyebrow']}>{departureText(trip, nowMs)}</p>
        <h3 dir="auto">{trip.name}</h3>
        <Strip trip={trip} cards={cards} />
        <div className={styles['bar']} aria-hidden="true">
          <i style={{ inlineSize: `${shareOf(state, bytes) * 100}%` }} />
        </div>
        <p className={styles['facts']}>
          <b>
            {state.stage === 'packing' && timeLeftText !== null ? (
              <PackedCount state={state} timeLeftText={timeLeftText} />
            ) : (
              tripTexts.packed(state.packedCount, state.totalCount)
            )}
          </b>
          <span>{[seconds > 0 ? totalDuration(seconds) : null, bytes > 0 ? fileSize(bytes, unit) : null].filter(Boolean).join(' · ')}</span>
        </p>
        {state.stage === 'short' ? <p className={styles['note']}>{tripTexts.makeRoom}</p> : null}
        {state.stage === 'waiting' ? <p className={styles['note']}>{isWaitingForWifi(trip, items) ? tripTexts.waitsForWifi : tripTexts.waits}</p> : null}
        {state.missingIds.length > 0 && state.stage !== 'over' ? (
          <TripMissing trip={trip} missingIds={state.missingIds} items={items} cards={results ? cards : null} />
        ) : null}
      </div>
      <div className={styles['cut']} aria-hidden="true" />
      <div className={styles['stub']}>
        <Stub trip={trip} state={state} timeLeftText={timeLeftText} unpackCount={idsToUnpack(trip, items, plans.trips).length} trips={trips} />
      </div>
    </article>
  );
}

/** The number of packed videos. Its label for screen readers also contains the remaining time, which the tag shows in another place. */
function PackedCount({ state, timeLeftText }: { state: TripState; timeLeftText: string }) {
  return (
    <span aria-label={tripTexts.packedReadyIn(state.packedCount, state.totalCount, timeLeftText)}>{tripTexts.packed(state.packedCount, state.totalCount)}</span>
  );
}

function Strip({ trip: { videoIds }, cards }: { trip: Trip; cards: ReadonlyMap<string, VideoCard> }) {
  const hiddenCount = videoIds.length - maxPictures;
  const shownIds = hiddenCount === 1 ? videoIds : videoIds.slice(0, maxPictures);
  return (
    <div className={styles['strip']} aria-hidden="true">
      {shownIds.map((videoId) => (
        <Thumb key={videoId} src={cards.get(videoId)?.thumbUrl ?? null} className={styles['picture']} />
      ))}
      {hiddenCount > 1 ? <span className={styles['more']}>{tripTexts.more(hiddenCount)}</span> : null}
    </div>
  );
}

interface StubProps {
  trip: Trip;
  state: TripState;
  timeLeftText: string | null;
  unpackCount: number;
  trips: TripActions | null;
}

function Stub({ trip, state: { stage }, timeLeftText, unpackCount, trips }: StubProps) {
  switch (stage) {
    case 'over':
      return (
        <>
          <p className={styles['status']}>{unpackCount > 0 ? tripTexts.over(unpackCount) : tripTexts.stay}</p>
          <Button size="small" tone="primary" onClick={() => trips?.unpack(trip)}>
            {tripTexts.unpack}
          </Button>
        </>
      );
    case 'ready':
      return (
        <>
          <p role="status" className={styles['ready']}>
            {tripTexts.ready}
          </p>
          <Button size="small" onClick={() => trips?.unpack(trip)}>
            {tripTexts.unpack}
          </Button>
        </>
      );
    case 'paused':
      return (
        <>
          <p className={styles['status']}>{tripTexts.stages.paused}</p>
          <Button size="small" icon="play" onClick={() => trips?.resume(trip)}>
            {tripTexts.resume}
          </Button>
        </>
      );
    case 'packing':
    case 'waiting':
      return (
        <>
          {timeLeftText === null ? (
            <p className={styles['status']}>{tripTexts.stages[stage]}</p>
          ) : (
            <p className={styles['time-left']}>
              <span className={styles['eyebrow']}>{tripTexts.readyIn}</span>
              <b>{timeLeftText}</b>
            </p>
          )}
          <Button size="small" icon="pause" onClick={() => trips?.pause(trip)}>
            {tripTexts.pause}
          </Button>
        </>
      );
    case 'short':
    case 'incomplete':
    case 'planning':
      return (
        <>
          <p className={styles['status']}>{tripTexts.stages[stage]}</p>
          <Button size="small" onClick={() => trips?.unpack(trip)}>
            {tripTexts.unpack}
          </Button>
        </>
      );
  }
}

function departureText(trip: Trip, nowMs: number): string {
  const startsAtMs = tripStartsAtMs(trip);
  if (startsAtMs === null) return tripTexts.kind;
  const startText = dayAndTime(startsAtMs, nowMs);
  return `${tripTexts.kind} · ${startsAtMs > nowMs ? tripTexts.leavesAt(startText) : tripTexts.leftAt(startText)}`;
}

/**
 * The packed share of the trip, 0 to 1. It is measured in bytes if any size is known, but is at most one video ahead of the complete ones.
 * It is 1 only if every video is complete.
 */
function shareOf({ stage, packedCount, totalCount, savedBytes }: TripState, bytes: number): number {
  if (stage === 'ready') return 1;
  const share = bytes > 0 ? Math.min(savedBytes / bytes, (packedCount + 1) / Math.max(1, totalCount)) : packedCount / Math.max(1, totalCount);
  return Math.min(0.99, share);
}

function isWaitingForWifi({ videoIds }: Trip, items: readonly SavedItem[]): boolean {
  return items.some(({ videoId, status }) => status.state === 'waiting-for-wifi' && videoIds.includes(videoId));
}

// The user's choices for a trip, and the plan that results from them, before the trip is packed.
import { useDeferredValue, useId, useMemo, useState, type CSSProperties, type RefObject } from 'react';
import { useFreeBytes } from '../../features/saved/use-free-bytes.ts';
import type { TripChoice } from '../../features/saved/use-trips.ts';
import { useSavedItems } from '../../queries/saved.ts';
import { estimateBytes, isSavedOrQueued, isUnsavable, planTrip, secondsLeftOf, orderSources, useSourceVideos, type TripPlan } from '../../queries/trips.ts';
import type { VideoCard } from '../../queries/views.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Slider } from '../../ui/slider.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { TripIcon } from './trip-icon.tsx';
import { initialSources, sourcesOf, TripSources, type SourceDraft } from './trip-sources.tsx';
import styles from './trip-form.module.css';

export interface TripDraft {
  choice: TripChoice;
  setChoice: (change: Partial<TripChoice>) => void;
  sources: SourceDraft;
  setSources: (sources: SourceDraft) => void;
  /** Null until the contents of the sources and the free space are known. */
  plan: TripPlan | null;
  cards: ReadonlyMap<string, VideoCard>;
  freeBytes: number | null;
  /** Resets to the initial choices. */
  clear: () => void;
}

const initialChoice = { name: '', departsAt: null, days: 1, hoursADay: 6 } as const;
const maxDays = 30;

/** The state of a trip that is not packed yet, in the panel or in the sheet. */
export function useTripDraft(): TripDraft {
  const [fields, setFields] = useState<Omit<TripChoice, 'sources'>>(initialChoice);
  const [sources, setSources] = useState(initialSources);
  const [seed, setSeed] = useState(newSeed);
  const seconds = useDeferredValue(fields.hoursADay * fields.days * 3600);
  const chosenSources = useMemo(() => sourcesOf(sources), [sources]);
  const videos = useSourceVideos(chosenSources, seconds, seed);
  const items = useSavedItems();
  const freeBytes = useFreeBytes();
  const cards = useMemo(() => new Map(videos?.flat().map((card) => [card.videoId, card])), [videos]);
  const plan = useMemo(() => {
    if (videos === null || freeBytes === null || videos.length !== chosenSources.length) return null;
    const itemsById = new Map(items.map((item) => [item.videoId, item]));
    const lists = videos.map((list) =>
      list
        .filter(({ videoId, missingSince }) => {
          const item = itemsById.get(videoId);
          return item ? !isUnsavable(item) : missingSince === undefined;
        })
        .map((card) => ({
          videoId: card.videoId,
          isWatched: card.isWatched,
          secondsLeft: secondsLeftOf(card),
          bytes: itemsById.get(card.videoId)?.totalBytes ?? estimateBytes(card),
          isSaved: isSavedOrQueued(itemsById.get(card.videoId)),
        })),
    );
    return planTrip({ sources: orderSources(chosenSources, lists), seconds, freeBytes });
  }, [videos, chosenSources, items, freeBytes, seconds]);
  return {
    choice: { ...fields, sources: chosenSources },
    setChoice: (change) => setFields({ ...fields, ...change }),
    sources,
    setSources,
    plan,
    cards,
    freeBytes,
    clear() {
      setFields(initialChoice);
      setSources(initialSources);
      setSeed(newSeed());
    },
  };
}

const newSeed = (): string => crypto.randomUUID();

export function TripForm({ draft, nameField }: { draft: TripDraft; nameField?: RefObject<HTMLInputElement | null> }) {
  const { choice, setChoice } = draft;
  const nameId = useId();
  const departureId = useId();
  const hoursId = useId();
  const totalHours = choice.hoursADay * choice.days;
  return (
    <>
      <label className={styles['label']} htmlFor={nameId}>
        {tripTexts.name}
      </label>
      <div className={styles['name']}>
        <TripIcon size={20} />
        <input
          ref={nameField}
          id={nameId}
          placeholder={tripTexts.nameExample}
          maxLength={80}
          value={choice.name}
          onChange={(event) => setChoice({ name: event.target.value })}
        />
      </div>
      <div className={styles['field']}>
        <label className={styles['label']} htmlFor={departureId}>
          {tripTexts.leaves}
        </label>
        <input
          id={departureId}
          type="datetime-local"
          className={styles['input']}
          value={choice.departsAt ?? ''}
          onChange={(event) => setChoice({ departsAt: event.target.value || null })}
        />
      </div>
      <div className={styles['field']}>
        <p className={styles['label']} id={hoursId}>
          {tripTexts.howLong}
        </p>
        <div className={styles['hours']}>
          <p aria-hidden="true">
            <b>{tripTexts.hours(choice.hoursADay)}</b>
            <span>{choice.days === 1 ? tripTexts.ofWatching : tripTexts.ofWatchingEachDay(totalHours)}</span>
          </p>
          <span className={styles['days']}>
            {tripTexts.days}
            <Stepper
              label={tripTexts.days}
              fewerLabel={tripTexts.fewerDays}
              moreLabel={tripTexts.moreDays}
              value={choice.days}
              min={1}
              max={maxDays}
              onChange={(days) => setChoice({ days })}
            />
          </span>
        </div>
        <div className={styles['slider']}>
          <Slider
            min={1}
            max={12}
            step={1}
            aria-label={tripTexts.hoursADay}
            aria-valuetext={tripTexts.spokenHours(choice.hoursADay)}
            value={choice.hoursADay}
            onChange={(hoursADay) => setChoice({ hoursADay })}
          />
        </div>
        <p className={styles['ticks']} aria-hidden="true">
          {[1, 3, 6, 9, 12].map((hours) => (
            <span key={hours} style={{ '--tick-position': `${((hours - 1) / 11) * 100}%` } as CSSProperties}>
              {hours === 1 || hours === 12 ? tripTexts.hours(hours) : hours}
            </span>
          ))}
        </p>
      </div>
      <TripSources draft={draft.sources} onChange={draft.setSources} />
    </>
  );
}

// The field "Fill it with": the sources of a trip's videos.
import { useState } from 'react';
import type { SaveSource } from '../../queries/saved.ts';
import { useSourceChoices } from '../../queries/trips.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from './trip-form.module.css';

/**
 * The kinds of sources, in the order in which they are offered. A plan contains all of Continue Watching first; then the other chosen
 * sources take turns in this order (src/saved-media/plan/plan-trip.ts).
 */
const kinds = ['continue', 'playlist', 'subscribed', 'channel', 'search', 'surprise'] as const;
type Kind = (typeof kinds)[number];

/**
 * The chosen kinds of sources. A value is the id of the chosen playlist or channel, or the query. It is empty if none is chosen yet, and
 * for the other kinds.
 */
export type SourceDraft = ReadonlyMap<Kind, string>;

export const initialSources: ReadonlyMap<Kind, string> = new Map([
  ['continue', ''],
  ['subscribed', ''],
]);

/** The complete sources of a draft. A kind without its playlist, channel or query is left out. */
export function sourcesOf(draft: SourceDraft): SaveSource[] {
  return kinds.flatMap((kind): SaveSource[] => {
    const value = draft.get(kind)?.trim();
    if (value === undefined) return [];
    switch (kind) {
      case 'playlist':
      case 'channel':
        return value === '' ? [] : [{ kind, id: value }];
      case 'search':
        return value === '' ? [] : [{ kind, query: value }];
      case 'continue':
      case 'subscribed':
      case 'surprise':
        return [{ kind }];
    }
  });
}

interface TripSourcesProps {
  draft: SourceDraft;
  onChange: (draft: SourceDraft) => void;
}

export function TripSources({ draft, onChange }: TripSourcesProps) {
  function setSource(kind: Kind, value: string | null): void {
    const nextDraft = new Map(draft);
    if (value === null) nextDraft.delete(kind);
    else nextDraft.set(kind, value);
    onChange(nextDraft);
  }
  return (
    <fieldset className={styles['field']}>
      <legend className={styles['label']}>{tripTexts.fillWith}</legend>
      <div className={styles['chips']}>
        {kinds.map((kind) => (
          <Chip
            key={kind}
            isOn={draft.has(kind)}
            {...(draft.has(kind) ? { icon: 'tick' as const } : {})}
            onClick={() => setSource(kind, draft.has(kind) ? null : '')}
          >
            {tripTexts.sources[kind]}
          </Chip>
        ))}
      </div>
      {draft.has('playlist') ? (
        <Choice kind="playlist" label={tripTexts.whichPlaylist} value={draft.get('playlist')} onChange={(id) => setSource('playlist', id)} />
      ) : null}
      {draft.has('channel') ? (
        <Choice kind="channel" label={tripTexts.whichChannel} value={draft.get('channel')} onChange={(id) => setSource('channel', id)} />
      ) : null}
      {draft.has('search') ? <SearchInput value={draft.get('search') ?? ''} onChange={(query) => setSource('search', query)} /> : null}
    </fieldset>
  );
}

interface ChoiceProps {
  kind: 'channel' | 'playlist';
  label: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

function Choice({ kind, label, value = '', onChange }: ChoiceProps) {
  const choices = useSourceChoices(kind);
  return (
    <span className={styles['choice']}>
      <select className={styles['input']} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{label}</option>
        {choices?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The field for a query. The query is applied on Enter or when the field loses focus, not at every letter. */
function SearchInput({ value, onChange }: { value: string; onChange: (query: string) => void }) {
  const [typedQuery, setTypedQuery] = useState(value);
  return (
    <input
      className={styles['input']}
      type="search"
      aria-label={tripTexts.whichSearch}
      placeholder={tripTexts.whichSearch}
      enterKeyHint="search"
      value={typedQuery}
      onChange={(event) => setTypedQuery(event.target.value)}
      onBlur={() => onChange(typedQuery)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(typedQuery)}
    />
  );
}

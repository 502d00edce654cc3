// Search (SPEC §2): the device answers each keystroke, the archive's hits are appended, and a line says how many came from each.
import { useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useNavigationType } from 'react-router-dom';
import { parseSearch, queryToSend, subtitleQueryOf } from '../../lib/search-query.ts';
import { rememberSearch } from '../../mutations/recent-searches.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useArchiveSearch, useDeviceHits, useDeviceSubtitleHits, useSearchResults } from '../../queries/search.ts';
import { searchTexts } from '../../texts/search.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { PageHeading } from '../../features/page/page-heading.tsx';
import { usePlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { InlineVideo } from '../../features/video-list/inline-video.tsx';
import { firstHits, groupByVideo, mergeHits, mergePassages } from './merge-hits.ts';
import { SearchField } from './search-field.tsx';
import { NothingFound, RecentSearches, SearchTipsSheet } from './search-help.tsx';
import { SectionChips, sectionSize, type Expansion } from './found-section.tsx';
import { SearchResults } from './search-results.tsx';
import { SourceLine } from './source-line.tsx';
import { useSearchAddress } from './use-search-address.ts';
import styles from './search-screen.module.css';

export function SearchScreen() {
  const { typed, submitted, typeQuery, submit, expansion } = useSearchAddress();
  const tips = useSheetAddress('search-tips');
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const remember = useRememberSearch();
  const isBlank = queryToSend(typed) === null;

  function askNow(query: string): void {
    submit(query, null);
    remember(query);
    results.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the typed query into the address, even before the pause in typing that submits it, so that Back returns to these results. */
  function openResult(): void {
    if (typed !== submitted) submit(typed);
    remember(typed);
  }

  return (
    <div>
      <PageTitle title={searchTexts.title} documentTitle={shellTexts.pageTitle(submitted === '' ? searchTexts.title : `${submitted} · ${searchTexts.title}`)} />
      <PageHeading title={searchTexts.title} />
      <FocusAtOnce field={field} />
      <SearchField
        field={field}
        typed={typed}
        onType={typeQuery}
        onAsk={(query) => {
          submit(query);
          remember(query);
        }}
        onOpenTips={tips.open}
        onLeave={() => moveFocus(results.current, 1)}
      />
      <InlineVideo />
      <div ref={results} className={styles['results']} onKeyDown={(event) => onArrow(event, results.current, field.current)}>
        {isBlank ? (
          <RecentSearches onAsk={askNow} onOpenTips={tips.open} />
        ) : (
          <Answers typed={typed} submitted={submitted} expansion={expansion} onOpen={openResult} onAsk={askNow} onOpenTips={tips.open} />
        )}
      </div>
      {tips.isOpen ? <SearchTipsSheet onAsk={askNow} onClose={tips.close} /> : null}
    </div>
  );
}

interface AnswersProps {
  typed: string;
  submitted: string;
  expansion: Expansion;
  onOpen: () => void;
  onAsk: (query: string) => void;
  onOpenTips: () => void;
}

const noneExpanded: ReadonlySet<string> = new Set();

function Answers({ typed, submitted, expansion: { all, toggle }, onOpen, onAsk, onOpenTips }: AnswersProps) {
  const query = useMemo(() => parseSearch(typed), [typed]);
  const isTypedSubmitted = queryToSend(submitted) === queryToSend(typed);
  const archive = useArchiveSearch(queryToSend(submitted));
  // For a plain query, the archive does not search spoken words: they need a query of their own.
  const spokenSearch = useArchiveSearch(subtitleQueryOf(submitted));
  const answer = isTypedSubmitted && archive.state === 'ready' ? archive.data : null;
  const device = useDeviceHits(query, answer);
  const merged = useMemo(() => mergeHits(query.kind === 'full' ? null : device, answer), [query, device, answer]);
  const playable = usePlayableOnly();
  const shownHits = useMemo(() => ({ ...merged, videoIds: playable.shownOf(merged.videoIds) }), [merged, playable]);
  const expandedNames = isTypedSubmitted ? all : noneExpanded;
  const found = useSearchResults(useMemo(() => firstHits(shownHits, sectionSize, expandedNames), [shownHits, expandedNames]));
  const spokenView = query.kind === 'simple' ? spokenSearch : archive;
  const archivePassages = isTypedSubmitted && spokenView.state === 'ready' ? spokenView.data.spoken : null;
  const devicePassages = useDeviceSubtitleHits(query);
  const passages = useMemo(() => mergePassages(devicePassages, archivePassages), [devicePassages, archivePassages]);
  const videosWithPassages = useMemo(() => passages && groupByVideo(passages), [passages]);
  const deviceCount = merged.deviceCount + (devicePassages?.length ?? 0);
  // A section counts no hits until its cards have been read.
  const counts = {
    videos: found?.videos.length ? shownHits.videoIds.length : 0,
    fulltext: passages?.length ?? 0,
    channels: found?.channels.length ? shownHits.channelIds.length : 0,
    playlists: found?.playlists.length ? shownHits.playlistIds.length : 0,
  };
  const isPending = device === null || !isTypedSubmitted || archive.state === 'loading';
  const spokenState = isTypedSubmitted ? spokenView.state : 'loading';
  // Not by `counts`: hits whose cards are still being read must not be replaced by "nothing found".
  const hasNoHits = passages?.length === 0 && merged.videoIds.length + merged.channelIds.length + merged.playlistIds.length === 0;
  const isNothing = query.kind === 'simple' && !isPending && spokenState !== 'loading' && !playable.isOn && hasNoHits;
  return (
    <>
      <div className={styles['overview']}>
        <SourceLine
          deviceCount={deviceCount}
          archiveCount={answer ? merged.archiveOnlyCount + (passages?.length ?? 0) - (devicePassages?.length ?? 0) : null}
          archive={isTypedSubmitted ? archive : { state: 'loading' }}
        />
        <SectionChips counts={counts} />
      </div>
      {isNothing ? (
        <NothingFound typed={typed} onAsk={onAsk} onOpenTips={onOpenTips} />
      ) : (
        <SearchResults
          kind={query.kind}
          counts={counts}
          found={found}
          playable={playable}
          spoken={videosWithPassages}
          expansion={{ all: expandedNames, toggle }}
          isPending={isPending}
          spokenState={spokenState}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

/** Remembers searches that were submitted or led to a result, not each keystroke. */
function useRememberSearch(): (query: string) => void {
  const mirror = useMirror();
  return (query) => {
    if (queryToSend(query) === null) return;
    // Fire and forget: losing one recent search does no harm.
    void rememberSearch(mirror, query).catch((reason: unknown) => console.warn('A search was not kept', reason));
  };
}

/** Focuses the field if the screen was opened by a link or key; not after Back, when the user wants to continue reading. */
function FocusAtOnce({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const isNew = useNavigationType() === 'PUSH';
  const hasFocused = useRef(false);
  return (
    <span
      hidden
      ref={() => {
        if (hasFocused.current || !isNew) return;
        hasFocused.current = true;
        // Delayed, because the shell moves the focus to the heading of every new page.
        setTimeout(() => field.current?.focus({ preventScroll: true }));
      }}
    />
  );
}

function onArrow(event: KeyboardEvent, results: HTMLElement | null, field: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('[role="menu"], dialog')) return;
  if (moveFocus(results, step)) event.preventDefault();
  else if (step < 0) {
    event.preventDefault();
    field?.focus();
  }
}

/** Moves the focus to the next or previous hit, passage or button that shows more. Returns false at either end. */
function moveFocus(results: HTMLElement | null, step: 1 | -1): boolean {
  const links = [...(results?.querySelectorAll<HTMLElement>('article :is(h2, h3) a, [data-walk]') ?? [])];
  const focused = document.activeElement as HTMLElement;
  const from = links.includes(focused) ? links.indexOf(focused) : links.findIndex((link) => link.closest('article, li')?.contains(focused));
  const next = links[from < 0 ? (step > 0 ? 0 : links.length) : from + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

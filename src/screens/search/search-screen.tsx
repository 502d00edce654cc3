// Search (SPEC §2): the device answers each keystroke, the archive's hits are appended, and a line says how many came from each.
import { useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useNavigationType } from 'react-router-dom';
import { parseSearch, queryToSend, subtitleQueryOf } from '../../lib/search-query.ts';
import { inBackground } from '../../lib/in-background.ts';
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
  const { typedText, submittedQuery, typeQuery, submit, expansion } = useSearchAddress();
  const tips = useSheetAddress('search-tips');
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const remember = useRememberSearch();
  const isBlank = queryToSend(typedText) === null;

  function searchNow(query: string): void {
    submit(query, null);
    remember(query);
    results.current?.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the typed query into the address, even before the pause in typing that submits it, so that Back returns to these results. */
  function openResult(): void {
    if (typedText !== submittedQuery) submit(typedText);
    remember(typedText);
  }

  return (
    <div>
      <PageTitle
        title={searchTexts.title}
        documentTitle={shellTexts.pageTitle(submittedQuery === '' ? searchTexts.title : `${submittedQuery} · ${searchTexts.title}`)}
      />
      <PageHeading title={searchTexts.title} />
      <FocusOnOpen field={field} />
      <SearchField
        field={field}
        typedText={typedText}
        onType={typeQuery}
        onSubmit={(query) => {
          submit(query);
          remember(query);
        }}
        onOpenTips={tips.open}
        onLeave={() => moveFocus(results.current, 1)}
      />
      <InlineVideo />
      <div ref={results} className={styles['results']} onKeyDown={(event) => onArrow(event, results.current, field.current)}>
        {isBlank ? (
          <RecentSearches onSearch={searchNow} onOpenTips={tips.open} />
        ) : (
          <Answers
            typedText={typedText}
            submittedQuery={submittedQuery}
            expansion={expansion}
            onOpen={openResult}
            onSearch={searchNow}
            onOpenTips={tips.open}
          />
        )}
      </div>
      {tips.isOpen ? <SearchTipsSheet onSearch={searchNow} onClose={tips.close} /> : null}
    </div>
  );
}

interface AnswersProps {
  typedText: string;
  submittedQuery: string;
  expansion: Expansion;
  onOpen: () => void;
  onSearch: (query: string) => void;
  onOpenTips: () => void;
}

const noneExpanded: ReadonlySet<string> = new Set();

function Answers({ typedText, submittedQuery, expansion, onOpen, onSearch, onOpenTips }: AnswersProps) {
  const query = useMemo(() => parseSearch(typedText), [typedText]);
  const isTypedTextSubmitted = queryToSend(submittedQuery) === queryToSend(typedText);
  const archive = useArchiveSearch(queryToSend(submittedQuery));
  // For a plain query the archive does not search subtitles, so they need a query of their own.
  const subtitleSearch = useArchiveSearch(subtitleQueryOf(submittedQuery));
  const archiveAnswer = isTypedTextSubmitted && archive.state === 'ready' ? archive.data : null;
  const deviceHits = useDeviceHits(query, archiveAnswer);
  const mergedHits = useMemo(() => mergeHits(query.kind === 'full' ? null : deviceHits, archiveAnswer), [query, deviceHits, archiveAnswer]);
  const playableFilter = usePlayableOnly();
  const shownHits = useMemo(() => ({ ...mergedHits, videoIds: playableFilter.shownOf(mergedHits.videoIds) }), [mergedHits, playableFilter]);
  const expandedNames = isTypedTextSubmitted ? expansion.expandedNames : noneExpanded;
  const foundItems = useSearchResults(useMemo(() => firstHits(shownHits, sectionSize, expandedNames), [shownHits, expandedNames]));
  const subtitleView = query.kind === 'simple' ? subtitleSearch : archive;
  const archivePassages = isTypedTextSubmitted && subtitleView.state === 'ready' ? subtitleView.data.spoken : null;
  const devicePassages = useDeviceSubtitleHits(query);
  const passages = useMemo(() => mergePassages(devicePassages, archivePassages), [devicePassages, archivePassages]);
  const videosWithPassages = useMemo(() => passages && groupByVideo(passages), [passages]);
  const deviceCount = mergedHits.deviceCount + (devicePassages?.length ?? 0);
  // A section counts no hits until its cards have been read.
  const counts = {
    videos: foundItems?.videos.length ? shownHits.videoIds.length : 0,
    fulltext: passages?.length ?? 0,
    channels: foundItems?.channels.length ? shownHits.channelIds.length : 0,
    playlists: foundItems?.playlists.length ? shownHits.playlistIds.length : 0,
  };
  const isPending = deviceHits === null || !isTypedTextSubmitted || archive.state === 'loading';
  const subtitleState = isTypedTextSubmitted ? subtitleView.state : 'loading';
  // Does not use `counts`, because hits whose cards are still being read must not be replaced by "nothing found".
  const hasNoHits = passages?.length === 0 && mergedHits.videoIds.length + mergedHits.channelIds.length + mergedHits.playlistIds.length === 0;
  const isNothingFound = query.kind === 'simple' && !isPending && subtitleState !== 'loading' && !playableFilter.isOn && hasNoHits;
  return (
    <>
      <div className={styles['overview']}>
        <SourceLine
          deviceCount={deviceCount}
          archiveCount={archiveAnswer ? mergedHits.archiveOnlyCount + (passages?.length ?? 0) - (devicePassages?.length ?? 0) : null}
          archive={isTypedTextSubmitted ? archive : { state: 'loading' }}
        />
        <SectionChips counts={counts} />
      </div>
      {isNothingFound ? (
        <NothingFound typedText={typedText} onSearch={onSearch} onOpenTips={onOpenTips} />
      ) : (
        <SearchResults
          kind={query.kind}
          counts={counts}
          foundItems={foundItems}
          playableFilter={playableFilter}
          videosWithPassages={videosWithPassages}
          expansion={{ expandedNames, toggle: expansion.toggle }}
          isPending={isPending}
          subtitleState={subtitleState}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

/**
 * Returns a function that remembers a search. It is called when the user presses Enter, chooses a query or opens a result, but not when a
 * pause in typing submits the text.
 */
function useRememberSearch(): (query: string) => void {
  const mirror = useMirror();
  return (query) => {
    if (queryToSend(query) === null) return;
    // Fire and forget: losing one recent search does no harm.
    inBackground(rememberSearch(mirror, query), 'A search was not kept');
  };
}

/** Focuses the field if the screen was opened by a link or key, but not after Back, when the user wants to continue reading. */
function FocusOnOpen({ field }: { field: RefObject<HTMLInputElement | null> }) {
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

/** Moves the focus to the next or previous recent search, hit, passage or button that shows more. Returns false at either end. */
function moveFocus(results: HTMLElement | null, step: 1 | -1): boolean {
  const targets = [...(results?.querySelectorAll<HTMLElement>('article :is(h2, h3) a, [data-walk]') ?? [])];
  const focusedElement = document.activeElement as HTMLElement;
  const focusedIndex = targets.includes(focusedElement)
    ? targets.indexOf(focusedElement)
    : targets.findIndex((target) => target.closest('article, li')?.contains(focusedElement));
  const nextTarget = targets[focusedIndex < 0 ? (step > 0 ? 0 : targets.length) : focusedIndex + step];
  nextTarget?.focus();
  nextTarget?.scrollIntoView({ block: 'nearest' });
  return nextTarget !== undefined;
}

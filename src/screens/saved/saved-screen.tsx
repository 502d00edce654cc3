// The videos saved on this device, and those being saved. The screen works without the archive.
import { Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { PageHeading } from '../../features/page/page-heading.tsx';
import { useSavedItems, useSavedLink } from '../../queries/saved.ts';
import { useSearchResults } from '../../queries/search.ts';
import { useUserConfig } from '../../queries/session.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { shellTexts } from '../../texts/shell.ts';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { Button } from '../../ui/button.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NothingSaved } from './nothing-saved.tsx';
import { OnDevice } from './on-device.tsx';
import { isComplete, type SavedVideo } from './saved-list.ts';
import { SavingNow } from './saving-now.tsx';
import { StorageMeter } from './storage-meter.tsx';
import styles from './saved-screen.module.css';

const tripPacker = lazyChunk(async () => (await import('./trip-packer.tsx')).TripPacker);
const tripsSection = lazyChunk(async () => (await import('./trip-section.tsx')).TripsSection);
const policyList = lazyChunk(async () => (await import('../../features/saved/policy-list.tsx')).PolicyList);

/** Draws a lazy part that the page can do without. */
function OptionalChunk({ children }: { children: ReactNode }) {
  return (
    <ChunkBoundary>
      <Suspense>{children}</Suspense>
    </ChunkBoundary>
  );
}

export function SavedScreen() {
  const link = useSavedLink();
  const { file_size_unit: unit } = useUserConfig();
  const { reading, retry } = useLedgerReading();
  const savedVideos = useSavedVideos();
  const videos = reading === 'done' ? savedVideos : null;
  const [isMakingRoom, setIsMakingRoom] = useState(false);
  const beginMakingRoom = useCallback(() => setIsMakingRoom(true), []);
  const onRoomShown = useCallback(() => setIsMakingRoom(false), []);
  const [search, setSearch] = useSearchParams();
  const isMakeRoomRequested = search.has('room');
  useEffect(() => {
    if (!isMakeRoomRequested) return;
    beginMakingRoom();
    setSearch((current) => withQuery(current, { room: null }), { replace: true });
  }, [isMakeRoomRequested, beginMakingRoom, setSearch]);
  const makeRoom = videos?.some(({ item }) => isComplete(item)) ? beginMakingRoom : null;
  const fullySavedCount = videos?.filter(({ item }) => item.wholeRevision !== null).length ?? 0;
  return (
    <div className={styles['page']}>
      <PageTitle title={savedScreenTexts.title} documentTitle={shellTexts.pageTitle(savedScreenTexts.title)} />
      <header>
        <PageHeading title={savedScreenTexts.title} />
        {fullySavedCount > 0 ? <p className={styles['lead']}>{savedScreenTexts.lead(fullySavedCount)}</p> : null}
      </header>
      {reading === 'failed' ? (
        <EmptyState
          title={savedScreenTexts.unread.title}
          text={savedScreenTexts.unread.text}
          action={
            <Button tone="primary" icon="retry" onClick={retry}>
              {savedScreenTexts.unread.tryAgain}
            </Button>
          }
        />
      ) : videos === null ? (
        <div className={styles['unread']} aria-busy="true" data-skeleton />
      ) : (
        <div className={styles['sections']}>
          {videos.length === 0 ? <NothingSaved /> : <StorageMeter videos={videos} unit={unit} onMakeRoom={makeRoom} />}
          <OptionalChunk>
            <tripsSection.Component />
            <policyList.Component />
          </OptionalChunk>
          {videos.length === 0 ? null : (
            <>
              <SavingNow videos={videos} unit={unit} onMakeRoom={makeRoom} />
              <OnDevice videos={videos} unit={unit} isMakingRoom={isMakingRoom} onRoomShown={onRoomShown} />
              {link ? <p className={styles['hint']}>{savedScreenTexts.device.address(location.host)}</p> : null}
            </>
          )}
        </div>
      )}
      <OptionalChunk>
        <tripPacker.Component />
      </OptionalChunk>
    </div>
  );
}

type LedgerReading = 'under-way' | 'done' | 'failed';

/** Opens the ledger, and returns whether it has been read. Until then, the screen must not say that nothing is saved. */
function useLedgerReading(): { reading: LedgerReading; retry: () => void } {
  const link = useSavedLink();
  const [reading, setReading] = useState<LedgerReading>(link ? 'under-way' : 'done');
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    const end = (result: LedgerReading): unknown => isUnmounted || setReading(result);
    link?.open().then(
      () => end('done'),
      (reason: unknown) => {
        console.warn('Saved videos not read', reason);
        end('failed');
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [link, retryCount]);
  function retry(): void {
    setReading('under-way');
    setRetryCount((count) => count + 1);
  }
  return { reading, retry };
}

/** The saved videos; null until their cards have been read from the mirror. */
function useSavedVideos(): readonly SavedVideo[] | null {
  const items = useSavedItems();
  const videoIds = useMemo(() => items.map(({ videoId }) => videoId), [items]);
  const results = useSearchResults(useMemo(() => ({ videoIds, channelIds: [], playlistIds: [] }), [videoIds]));
  const cards = results?.videos;
  return useMemo(() => {
    if (!cards) return items.length === 0 ? [] : null;
    const cardsById = new Map(cards.map((card) => [card.videoId, card]));
    return items.map((item) => ({ item, card: cardsById.get(item.videoId) ?? null }));
  }, [items, cards]);
}

// What is on this device, and what is on its way there (UX 6, /saved/). Works without the archive.
import { useMemo } from 'react';
import { useHalfMinute } from '../../features/page/use-now.ts';
import { RowHeading } from '../../features/page/page-heading.tsx';
import { percentSaved, saveReason } from '../../features/saved/save-look.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useSavedItems, useSavedLink, type SavedItem } from '../../queries/saved.ts';
import { useFound } from '../../queries/search.ts';
import { useUserConfig } from '../../queries/session.ts';
import type { VideoCard as Card } from '../../queries/views.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedTexts } from '../../texts/saved.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { StorageMeter } from './storage-meter.tsx';
import styles from './saved-screen.module.css';

const wholeStates: readonly SavedItem['status']['state'][] = ['ready', 'outdated', 'gone-at-source'];

export function SavedScreen() {
  const link = useSavedLink();
  const items = useSavedItems();
  const { file_size_unit: unit } = useUserConfig();
  const [here, coming] = useMemo(() => {
    const whole = items.filter(({ status }) => wholeStates.includes(status.state)).toSorted((one, other) => other.askedAtMs - one.askedAtMs);
    const open = items.filter(({ status }) => !wholeStates.includes(status.state)).toSorted((one, other) => one.place - other.place);
    return [whole, open];
  }, [items]);
  return (
    <div className={styles['page']}>
      <PageTitle title={savedTexts.title} documentTitle={shellTexts.pageTitle(savedTexts.title)} />
      <header>
        <RowHeading title={savedTexts.title} />
        {here.length > 0 ? <p className={styles['lead']}>{savedTexts.lead(here.length)}</p> : null}
      </header>
      {items.length > 0 ? <StorageMeter usedBytes={here.reduce((sum, { totalBytes }) => sum + (totalBytes ?? 0), 0)} unit={unit} /> : null}
      {items.length === 0 ? (
        <EmptyState
          icon="saved"
          title={savedTexts.emptyTitle}
          text={link ? savedTexts.emptyText : savedTexts.unavailable}
          action={<ButtonLink to="/">{savedTexts.toHome}</ButtonLink>}
        />
      ) : null}
      <Rows title={savedTexts.savingNow} items={coming} unit={unit} />
      <Rows title={savedTexts.onDevice} items={here} unit={unit} />
    </div>
  );
}

function Rows({ title, items, unit }: { title: string; items: readonly SavedItem[]; unit: SizeUnit }) {
  const videoIds = useMemo(() => items.map(({ videoId }) => videoId), [items]);
  const found = useFound(useMemo(() => ({ videoIds, channelIds: [], playlistIds: [] }), [videoIds]));
  const markWatched = useMarkWatched();
  const nowMs = useHalfMinute();
  if (items.length === 0) return null;
  const cards = new Map(found?.videos.map((card): [string, Card] => [card.videoId, card]));
  return (
    <section aria-label={title} className={styles['section']}>
      <h2>
        {title}
        <span>{items.length.toLocaleString()}</span>
      </h2>
      <VideoGrid columns={3} variant="rows" label={title}>
        {items.map((item) => {
          const card = cards.get(item.videoId);
          return card ? (
            <li key={item.videoId}>
              <VideoCard video={card} variant="row" nowMs={nowMs} onMarkWatched={markWatched} />
              <Words item={item} unit={unit} />
            </li>
          ) : null;
        })}
      </VideoGrid>
    </section>
  );
}

/** How far it is, or why it does not go on. */
function Words({ item, unit }: { item: SavedItem; unit: SizeUnit }) {
  const { status, savedBytes, totalBytes } = item;
  if (wholeStates.includes(status.state)) return null;
  const reason = saveReason(item);
  const progress = totalBytes === null ? null : savedTexts.progress(fileSize(savedBytes, unit), fileSize(totalBytes, unit));
  return (
    <p className={styles['words']} data-percent={percentSaved(item)}>
      {[progress, reason].filter(Boolean).join(' · ')}
    </p>
  );
}

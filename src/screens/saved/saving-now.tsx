// The videos that are being saved to this device, in saving order.
import { useMemo, useState } from 'react';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useAttempt } from '../../features/saved/use-attempt.ts';
import { useSavedBatch } from '../../features/saved/use-saved-batch.ts';
import { isIos } from '../../lib/platform.ts';
import { useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { count } from '../../texts/formats.ts';
import type { SizeUnit } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Button } from '../../ui/button.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { VideoGrid } from '../../ui/video-grid.tsx';
import { savingOrder, placesAfterMove, type SavedVideo } from './saved-list.ts';
import { SavingRow, type SavingRowActions } from './saving-row.tsx';
import { SavingSwitches } from './saving-switches.tsx';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.line;

interface SavingNowProps {
  videos: readonly SavedVideo[];
  unit: SizeUnit;
  /** Called when the user wants to free space. Null if there is nothing to remove. */
  onMakeRoom: (() => void) | null;
}

export function SavingNow({ videos, unit, onMakeRoom }: SavingNowProps) {
  const link = useSavedLink();
  const plans = useSavePlans();
  const attempt = useAttempt();
  const nowMs = useNowRoundedUpMs();
  const queue = useMemo(() => {
    const videosById = new Map(videos.map((video) => [video.item.videoId, video]));
    return savingOrder(videos.map(({ item }) => item)).flatMap(({ videoId }) => videosById.get(videoId) ?? []);
  }, [videos]);
  const [announcement, setAnnouncement] = useState('');
  const actions = useSavingRowActions(queue, onMakeRoom, setAnnouncement);
  if (queue.length === 0) return null;
  const isAllPaused = plans?.preferences.isPaused ?? false;
  let queuedCount = 0;
  return (
    <section aria-labelledby="saving-now" className={styles['section']}>
      <div className={styles['head']}>
        <h2 id="saving-now">{isAllPaused ? texts.allPaused : savedScreenTexts.savingNow}</h2>
        <span className={styles['count']}>{count(queue.length)}</span>
        <Button
          tone="quiet"
          size="small"
          className={styles['head-button']}
          onClick={() => link && attempt(link.actions.changePreferences({ isPaused: !isAllPaused }))}
        >
          {isAllPaused ? texts.resumeAll : texts.pauseAll}
        </Button>
      </div>
      {isIos() ? (
        <p className={styles['hint']}>
          {texts.ios} {matchMedia('(display-mode: standalone)').matches ? null : texts.iosTab}
        </p>
      ) : null}
      <VideoGrid columns={3} variant="rows" label={savedScreenTexts.savingNow}>
        {queue.map((video, index) => (
          <li key={video.item.videoId}>
            <SavingRow
              video={video}
              index={index}
              count={queue.length}
              queuedIndex={video.item.status.state === 'queued' ? queuedCount++ : 0}
              isAllPaused={isAllPaused}
              unit={unit}
              nowMs={nowMs}
              actions={actions}
            />
          </li>
        ))}
      </VideoGrid>
      <SavingSwitches />
      <LiveRegion message={announcement} />
    </section>
  );
}

/** The actions of the rows. A changed queue does not change the object, so that unchanged rows do not re-render. */
function useSavingRowActions(queue: readonly SavedVideo[], makeRoom: (() => void) | null, announce: (message: string) => void): SavingRowActions {
  const link = useSavedLink();
  const attempt = useAttempt();
  const { remove } = useSavedBatch();
  const latestQueue = useLatest(queue);
  return useMemo(() => {
    function move(videoId: string, title: string, to: number): void {
      const items = latestQueue.current.map(({ item }) => item);
      const from = items.findIndex((item) => item.videoId === videoId);
      if (!link || from < 0) return;
      const changes = placesAfterMove(items, from, Math.min(items.length - 1, Math.max(0, to)));
      attempt(Promise.all(changes.map(({ videoId: changedId, place }) => link.actions.updateItem(changedId, { place }))));
      announce(texts.movedTo(title, to + 1, items.length));
    }

    return {
      makeRoom,
      tryAgain: (videoId) => link && attempt(link.actions.applyEvent(videoId, 'try-again')),
      menuOf({ videoId, status, wholeRevision }, title, index, count) {
        // Cancelling an update keeps the copy that it would replace.
        const cancel = (): void => (wholeRevision === null ? remove([videoId]) : void (link && attempt(link.actions.applyEvent(videoId, 'cancel-update'))));
        const items: MenuItem[] = [];
        if (status.state === 'waiting-for-wifi')
          items.push({ label: savedScreenTexts.switches.once, icon: 'wifi-lock', onChoose: () => link && attempt(link.actions.useNetworkOnce()) });
        if (index > 0) items.push({ label: texts.first, icon: <RareIcon name="move-top" size={19} />, onChoose: () => move(videoId, title, 0) });
        if (index > 0) items.push({ label: texts.up, icon: <RareIcon name="move-up" size={19} />, onChoose: () => move(videoId, title, index - 1) });
        if (index < count - 1)
          items.push({ label: texts.down, icon: <RareIcon name="move-down" size={19} />, onChoose: () => move(videoId, title, index + 1) });
        return [...items, { label: texts.cancel, icon: 'close', isDangerous: wholeRevision === null, onChoose: cancel }];
      },
    };
  }, [link, attempt, remove, latestQueue, makeRoom, announce]);
}

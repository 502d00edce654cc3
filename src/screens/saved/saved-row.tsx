// The row of a video that is on this device.
import { memo, useMemo } from 'react';
import type { SavedItem } from '../../queries/saved.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { saveReason } from '../../features/saved/save-status-view.ts';
import { savedTexts } from '../../texts/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { factsOf } from './saved-facts.ts';
import { sizeOf, type SavedVideo } from './saved-list.ts';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.list;

export interface SavedRowActions {
  mark: (video: VideoFacts, isWatched: boolean) => void;
  apply: (videoId: string, event: 'update' | 'try-again' | 'cancel-update') => void;
  pin: (videoId: string, isPinned: boolean) => void;
  exportFile: (video: VideoFacts) => void;
  select: (videoId: string) => void;
  remove: (videoId: string) => void;
  pick: (videoId: string, isRange: boolean) => void;
}

interface SavedRowProps {
  video: SavedVideo;
  unit: SizeUnit;
  nowMs: number;
  /** Whether the row is picked in selection mode. Undefined outside selection mode. */
  isPicked: boolean | undefined;
  /** The same object in every render. */
  actions: SavedRowActions;
}

export const SavedRow = memo(function SavedRow({ video, unit, nowMs, isPicked, actions }: SavedRowProps) {
  const { item } = video;
  const size = sizeOf(video);
  const facts = factsOf(video);
  const moreItems = useMemo(() => (shownVideo: VideoFacts) => menuOf(item, shownVideo, actions), [item, actions]);
  return (
    <VideoCard
      video={facts}
      variant="row"
      isChannelShown={facts.channelName !== ''}
      nowMs={nowMs}
      fact={size === null ? '' : fileSize(size, unit)}
      notes={<Notes item={item} isWatched={facts.isWatched} isPicking={isPicked !== undefined} actions={actions} />}
      onMarkWatched={actions.mark}
      moreItems={moreItems}
      isPicked={isPicked}
      onPick={actions.pick}
    />
  );
});

function Notes({ item, isWatched, isPicking, actions }: { item: SavedItem; isWatched: boolean; isPicking: boolean; actions: SavedRowActions }) {
  const { state } = item.status;
  const reason = state === 'failed' ? saveReason(item) : null;
  return (
    <>
      {isWatched ? <Tag isSilent>{uiTexts.watched}</Tag> : null}
      {item.isPinned ? <Tag>{savedScreenTexts.tags.pinned}</Tag> : null}
      {item.missingUrls?.length ? <Tag tone="warn">{savedScreenTexts.tags.missing(item.missingUrls)}</Tag> : null}
      {state === 'gone-at-source' ? <Tag tone="warn">{savedScreenTexts.tags.gone}</Tag> : null}
      {state === 'outdated' ? (
        <>
          <Tag tone="accent" isSoft>
            {savedTexts.updateAvailable}
          </Tag>
          {isPicking ? null : (
            <Button size="small" className={styles['note-button']} onClick={() => actions.apply(item.videoId, 'update')}>
              {texts.update}
            </Button>
          )}
        </>
      ) : null}
      {reason === null ? null : (
        <>
          <span className={classNames(styles['reason'], styles['failed'])}>{texts.updateFailed(reason)}</span>
          {isPicking || item.status.reason === 'unplayable' ? null : (
            <Button size="small" className={styles['note-button']} onClick={() => actions.apply(item.videoId, 'try-again')}>
              {savedTexts.tryAgain}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function menuOf({ videoId, isPinned, isStream, status }: SavedItem, video: VideoFacts, actions: SavedRowActions): MenuItem[] {
  const items: MenuItem[] = [
    { label: isPinned ? texts.unpin : texts.pin, icon: <RareIcon name="pin" size={19} />, onChoose: () => actions.pin(videoId, !isPinned) },
    { label: texts.pickOne, icon: 'tick', onChoose: () => actions.select(videoId) },
    { label: savedTexts.remove, icon: <RareIcon name="bin" size={19} />, isDangerous: true, onChoose: () => actions.remove(videoId) },
  ];
  // A stream cannot be exported: its segments are in one file, which other players cannot open without the playlists stored beside it.
  if (!isStream) items.splice(1, 0, { label: texts.export, icon: <ListIcon name="external" size={19} />, onChoose: () => actions.exportFile(video) });
  if (status.state === 'outdated') items.unshift({ label: texts.update, icon: 'sync', onChoose: () => actions.apply(videoId, 'update') });
  if (status.state === 'failed') items.unshift({ label: texts.cancelUpdate, icon: 'close', onChoose: () => actions.apply(videoId, 'cancel-update') });
  return items;
}

// One video being saved to this device: its progress or the reason why saving does not continue, and the user's actions.
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isLost, percentSaved, saveReason } from '../../features/saved/save-status-view.ts';
import { loginPath } from '../../lib/addresses.ts';
import { useSaveRate } from '../../queries/save-rate.ts';
import type { SavedItem } from '../../queries/saved.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedTexts } from '../../texts/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { factsOf } from './saved-facts.ts';
import { sizeOf, type SavedVideo } from './saved-list.ts';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.line;

export interface SavingRowActions {
  tryAgain: (videoId: string) => void;
  /** Null if there is nothing to remove. */
  makeRoom: (() => void) | null;
  menuOf: (item: SavedItem, title: string, index: number, count: number) => readonly MenuItem[];
}

interface SavingRowProps {
  video: SavedVideo;
  /** The position in the queue, counted from 0. */
  index: number;
  count: number;
  /** The position among the queued videos, counted from 0; 0 for any other video. */
  queuedIndex: number;
  isAllPaused: boolean;
  unit: SizeUnit;
  nowMs: number;
  /** A changed queue must not change this object, because all rows would re-render. */
  actions: SavingRowActions;
}

export const SavingRow = memo(function SavingRow({ video, index, count, queuedIndex, isAllPaused, unit, nowMs, actions }: SavingRowProps) {
  const facts = factsOf(video);
  return (
    <VideoCard
      video={facts}
      variant="row"
      isChannelShown={facts.channelName !== ''}
      nowMs={nowMs}
      fact={<Progress video={video} queuedIndex={queuedIndex} isAllPaused={isAllPaused} unit={unit} />}
      notes={<Note item={video.item} unit={unit} actions={actions} />}
      menu={<Menu className={styles['menu']} label={uiTexts.moreActions(facts.title)} items={actions.menuOf(video.item, facts.title, index, count)} />}
    />
  );
});

function Progress({ video, queuedIndex, isAllPaused, unit }: { video: SavedVideo; queuedIndex: number; isAllPaused: boolean; unit: SizeUnit }) {
  const { item } = video;
  const size = sizeOf(video);
  const sizeText = size === null ? texts.sizeUnknown : fileSize(size, unit);
  switch (isAllPaused ? 'paused' : item.status.state) {
    case 'queued':
      return queuedIndex === 0 ? texts.next : texts.nth(queuedIndex + 1);
    case 'preparing':
      return texts.preparing;
    case 'verifying':
      return texts.checking;
    case 'saving':
      return item.totalBytes === null ? sizeText : texts.progress(item.savedBytes, item.totalBytes, unit);
    default:
      return item.savedBytes > 0 ? texts.stoppedAt(percentSaved(item)) : sizeText;
  }
}

function Note({ item, unit, actions }: { item: SavedItem; unit: SizeUnit; actions: SavingRowActions }) {
  const location = useLocation();
  const { status } = item;
  switch (status.state) {
    case 'saving':
      return status.reason === null ? <Speed videoId={item.videoId} unit={unit} /> : <span className={styles['reason']}>{saveReason(item)}</span>;
    case 'waiting-for-wifi':
      return <Tag tone="warn">{savedTexts.waitingForWifi}</Tag>;
    case 'paused':
      switch (status.reason) {
        case 'user':
        case 'background':
          return <Tag>{savedScreenTexts.tags.paused}</Tag>;
        case 'offline':
          return <Tag>{savedScreenTexts.tags.offline}</Tag>;
        case 'signed-out':
          return (
            <>
              <Tag tone="warn">{savedScreenTexts.tags['signed-out']}</Tag>
              <Link className={classNames(buttons['button'], buttons['small'], styles['note-button'])} to={loginPath(location.pathname + location.search)}>
                {texts.logIn}
              </Link>
            </>
          );
        case 'storage-full':
          return (
            <>
              <Tag tone="danger">{savedScreenTexts.tags['storage-full']}</Tag>
              {actions.makeRoom ? <NoteButton onChoose={actions.makeRoom}>{savedScreenTexts.meter.makeRoom}</NoteButton> : null}
            </>
          );
      }
    case 'failed':
      return (
        <>
          <span className={classNames(styles['reason'], styles['failed'])}>{saveReason(item)}</span>
          {status.reason === 'unplayable' ? null : (
            <NoteButton onChoose={() => actions.tryAgain(item.videoId)}>{isLost(status.reason) ? savedTexts.saveAgain : savedTexts.tryAgain}</NoteButton>
          )}
        </>
      );
    default:
      return null;
  }
}

function NoteButton({ onChoose, children }: { onChoose: () => void; children: string }) {
  return (
    <Button size="small" className={styles['note-button']} onClick={onChoose}>
      {children}
    </Button>
  );
}

function Speed({ videoId, unit }: { videoId: string; unit: SizeUnit }) {
  const rate = useSaveRate(videoId);
  const parts = [
    rate?.bytesPerSecond ? texts.speed(rate.bytesPerSecond, unit) : null,
    rate?.secondsLeft === null || rate?.secondsLeft === undefined ? null : texts.secondsLeft(rate.secondsLeft),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <span className={styles['speed']}>{parts.join(' · ')}</span>;
}

import { memo } from 'react';
import { Link } from 'react-router-dom';
import { channelPath } from '../../lib/addresses.ts';
import type { RunningDownload } from '../../commands/task-watch.ts';
import type { DownloadView } from '../../queries/download-stores.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { calendarDay } from '../../texts/page-formats.ts';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import buttons from '../../ui/button.module.css';
import checkbox from '../../ui/checkbox.module.css';
import { ProgramOutput } from './program-output.tsx';
import { RowProgress } from './row-progress.tsx';
import { clockDuration } from './queue-view.ts';
import styles from './queue-item.module.css';
import type { SwipeDirection } from '../../ui/use-swipe.ts';
import type { DownloadAction, DownloadHandlers } from './use-download-handlers.ts';

interface QueueItemProps {
  item: DownloadView;
  variant: 'list' | 'grid';
  /** Null outside selection mode. */
  isPicked: boolean | null;
  /** The progress of the item; null unless it is being downloaded. */
  runningDownload: RunningDownload | null;
  handlers: DownloadHandlers;
  onToggle: (videoId: string, isRange: boolean) => void;
}

/** One item of the queue: a row, with a column for each fact where there is space, or a card in a grid. */
export const QueueItem = memo(function QueueItem({ item, variant, isPicked, runningDownload, handlers, onToggle }: QueueItemProps) {
  const offeredActions = actionsOf(item);
  const durationLabel = clockDuration(item.durationText);
  return (
    <article className={classNames(styles[variant], isPicked && styles['picked'])} data-selecting={isPicked === null ? undefined : true}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          className={checkbox['box']}
          checked={isPicked ?? false}
          aria-label={downloadsTexts.selectOne(item.title)}
          onChange={() => {}}
          onClick={(event) => onToggle(item.videoId, event.shiftKey)}
        />
      </label>
      <Thumb src={item.thumbUrl} className={styles['thumb']}>
        {durationLabel === '' ? null : <span className={styles['duration']}>{durationLabel}</span>}
      </Thumb>
      <div className={styles['text']}>
        <h2 className={styles['title']} dir="auto">
          {item.title}
        </h2>
        <p className={styles['channel']} dir="auto">
          <Channel item={item} />
        </p>
        {runningDownload === null ? null : <RowProgress title={item.title} runningDownload={runningDownload} />}
        {/* an item with an error shows its message below instead of its status */}
        {runningDownload !== null || (item.message !== null && !item.isWaiting) ? null : (
          <p className={styles['status']}>
            <Status item={item} />
          </p>
        )}
        {item.message === null ? null : (
          <div className={styles['error']}>
            <Icon name="warning" size={16} />
            <div>
              <p>
                {item.message}{' '}
                {(['priority', 'forgotten'] as const).map((action) => (
                  <button
                    key={action}
                    type="button"
                    className={styles['error-action']}
                    aria-label={downloadsTexts.of(errorLabels[action], item.title)}
                    onClick={() => handlers.change([item], action)}
                  >
                    {errorLabels[action]}
                  </button>
                ))}
              </p>
              <ProgramOutput lines={item.details ?? []} itemTitle={item.title} />
            </div>
          </div>
        )}
      </div>
      <p className={styles['type']}>
        {item.kind === 'unknown' ? <span aria-hidden="true">–</span> : null}
        {item.kind === 'unknown' ? <VisuallyHidden>{downloadsTexts.kinds.unknown}</VisuallyHidden> : downloadsTexts.kinds[item.kind]}
      </p>
      <p className={styles['published']}>{item.publishedAt === null ? null : calendarDay(item.publishedAt)}</p>
      <p className={styles['state']}>{runningDownload === null ? <Status item={item} /> : <Tag tone="accent">{downloadsTexts.running}</Tag>}</p>
      <div className={styles['actions']}>
        {offeredActions.map(({ to, label, icon }) => (
          <button
            key={to}
            type="button"
            className={buttons['icon-button']}
            title={label}
            aria-label={downloadsTexts.of(label, item.title)}
            onClick={() => handlers.change([item], to)}
          >
            {icon}
          </button>
        ))}
      </div>
      <Menu label={downloadsTexts.more(item.title)} className={styles['more']} items={menuOf(offeredActions, item, handlers)} />
    </article>
  );
});

/** The actions next to an error. */
const errorLabels = { priority: downloadsTexts.retry, forgotten: downloadsTexts.delete } as const;

interface Action {
  to: DownloadAction;
  label: string;
  icon: MenuItem['icon'] & object;
}

const actions: Record<DownloadAction, Action> = {
  priority: { to: 'priority', label: downloadsTexts.downloadNow, icon: <RareIcon name="bolt" size={20} /> },
  ignore: { to: 'ignore', label: downloadsTexts.ignore, icon: <RareIcon name="ban" size={20} /> },
  pending: { to: 'pending', label: downloadsTexts.toQueue, icon: <Icon name="downloads" size={20} /> },
  forgotten: { to: 'forgotten', label: downloadsTexts.forget, icon: <RareIcon name="bin" size={20} /> },
};
/** The actions in each state (SPEC §4). */
const actionsByStatus: Record<DownloadView['status'], readonly Action[]> = {
  pending: [actions.priority, actions.ignore, actions.forgotten],
  ignore: [actions.pending, actions.forgotten],
};

/** The actions that swiping a row offers (docs/look-and-feel.md). */
export const swipeActions = {
  pending: { right: actions.priority, left: actions.ignore },
  ignore: { right: actions.pending, left: actions.forgotten },
} as const satisfies Record<DownloadView['status'], Record<SwipeDirection, Action>>;

function actionsOf({ status }: DownloadView): readonly Action[] {
  return actionsByStatus[status];
}

function menuOf(offeredActions: readonly Action[], item: DownloadView, handlers: DownloadHandlers): MenuItem[] {
  return offeredActions.map(({ to, label, icon }) => ({ label, icon, isDangerous: to === 'forgotten', onChoose: () => handlers.change([item], to) }));
}

function Channel({ item: { channelId, channelName, isChannelIndexed } }: { item: DownloadView }) {
  if (channelName === '') return downloadsTexts.unknownChannel;
  if (!isChannelIndexed || channelId === '') return downloadsTexts.notIndexed(channelName);
  return <Link to={channelPath(channelId)}>{channelName}</Link>;
}

function Status({ item }: { item: DownloadView }) {
  if (item.isWaiting)
    return (
      <Tag tone="waiting" isSoft>
        {downloadsTexts.waiting}
      </Tag>
    );
  if (item.message !== null)
    return (
      <Tag tone="danger" isSoft>
        {downloadsTexts.error}
      </Tag>
    );
  if (item.isAutoStart && item.status === 'pending')
    return (
      <Tag tone="accent" isSoft>
        {downloadsTexts.now}
      </Tag>
    );
  return item.status === 'pending' ? downloadsTexts.pending : downloadsTexts.ignored;
}

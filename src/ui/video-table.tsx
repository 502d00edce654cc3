// Videos as a table with as many columns as fit, sortable by their headers. On phones only title and length fit.
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { channelPath, videoPath } from '../lib/addresses.ts';
import { count, duration, spokenDuration } from '../texts/formats.ts';
import { fileSize, type SizeUnit, calendarDay } from '../texts/page-formats.ts';
import { listTexts } from '../texts/lists.ts';
import { uiTexts } from '../texts/ui.ts';
import { classNames } from './class-names.ts';
import { ListIcon } from './list-icon.tsx';
import type { OrderChoice, SortChoice } from './list-settings.ts';
import type { MenuItem } from './menu.tsx';
import { SaveControlSlot } from './save-control.ts';
import { Tag } from './tag.tsx';
import { VideoMenu } from './video-menu.tsx';
import { percentWatched, type VideoFacts } from './video-facts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './video-table.module.css';

export interface TableVideo extends VideoFacts {
  /** Unix seconds. */
  downloadedAt: number;
  mediaSizeBytes: number;
  height: number;
  viewCount: number;
  likeCount: number;
}

interface RowProps {
  video: TableVideo;
  isChannelShown: boolean;
  unit: SizeUnit;
  isPicked: boolean | undefined;
  onPick: (videoId: string, isRange: boolean) => void;
  onMarkWatched: (video: VideoFacts, isWatched: boolean) => void;
  moreItems?: ((video: VideoFacts) => readonly MenuItem[]) | undefined;
}

interface VideoTableProps extends Omit<RowProps, 'video' | 'isPicked'> {
  videos: readonly TableVideo[];
  label: string;
  isBusy: boolean;
  sort: SortChoice;
  order: OrderChoice;
  /** Absent where the list has its own order. */
  onSort?: ((change: { sort: SortChoice; order: OrderChoice }) => void) | undefined;
  /** Null outside selection mode. */
  pickedById: ReadonlyMap<string, unknown> | null;
}

/** The columns besides title and channel, all sortable. `styleName`: the class for the table width from which the column is shown. */
const columns = [
  { sort: 'published', text: (video: TableVideo) => calendarDay(video.publishedAt), styleName: 'from-narrow' },
  { sort: 'duration', text: (video: TableVideo) => (video.durationSeconds > 0 ? duration(video.durationSeconds) : ''), styleName: 'from-tiny' },
  { sort: 'height', text: (video: TableVideo) => (video.height > 0 ? listTexts.pixels(video.height) : ''), styleName: 'from-wide' },
  { sort: 'mediasize', text: (video: TableVideo, unit: SizeUnit) => fileSize(video.mediaSizeBytes, unit), styleName: 'from-medium' },
  { sort: 'views', text: (video: TableVideo) => count(video.viewCount), styleName: 'from-wide' },
  { sort: 'likes', text: (video: TableVideo) => count(video.likeCount), styleName: 'from-widest' },
  { sort: 'downloaded', text: (video: TableVideo) => calendarDay(new Date(video.downloadedAt * 1000).toISOString()), styleName: 'from-widest' },
] as const satisfies readonly { sort: SortChoice; text: (video: TableVideo, unit: SizeUnit) => string; styleName: string }[];

export function VideoTable({ videos, label, isBusy, sort, order, onSort, pickedById, isChannelShown, ...rowProps }: VideoTableProps) {
  return (
    <table className={styles['table']} aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          {pickedById ? (
            <th scope="col" className={styles['pick']}>
              <VisuallyHidden>{listTexts.columns.picked}</VisuallyHidden>
            </th>
          ) : null}
          <th scope="col">{listTexts.columns.title}</th>
          {isChannelShown ? (
            <th scope="col" className={styles['from-medium']}>
              {listTexts.columns.channel}
            </th>
          ) : null}
          {columns.map((column) => (
            <SortHead key={column.sort} column={column.sort} className={styles[column.styleName]} sort={sort} order={order} onSort={onSort} />
          ))}
          {pickedById ? null : (
            <th scope="col" className={styles['more']}>
              <VisuallyHidden>{listTexts.columns.actions}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {videos.map((video) => (
          <Row
            key={video.videoId}
            {...rowProps}
            video={video}
            isChannelShown={isChannelShown}
            isPicked={pickedById ? pickedById.has(video.videoId) : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

type SortHeadProps = Pick<VideoTableProps, 'sort' | 'order' | 'onSort'> & { column: SortChoice; className: string | undefined };

function SortHead({ column, className, sort, order, onSort }: SortHeadProps) {
  const headerText = listTexts.sortFields[column];
  const isSorted = column === sort && onSort !== undefined;
  return (
    <th
      scope="col"
      className={classNames(styles['figure'], isSorted && styles['sorted'], className)}
      {...(isSorted ? { 'aria-sort': order === 'desc' ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      {onSort ? (
        // Reverses the order of the sorted column; any other column starts with the largest or newest.
        <button type="button" onClick={() => onSort({ sort: column, order: isSorted && order === 'desc' ? 'asc' : 'desc' })}>
          {isSorted ? <ListIcon name={order === 'desc' ? 'descending' : 'ascending'} size={14} /> : null}
          {headerText}
        </button>
      ) : (
        headerText
      )}
    </th>
  );
}

/** A row renders again only when its own facts change, because the callbacks and the unit are stable. */
const Row = memo(function Row({ video, isChannelShown, unit, isPicked, onPick, onMarkWatched, moreItems }: RowProps) {
  const percent = percentWatched(video);
  return (
    <tr
      className={classNames(video.isWatched && styles['watched'], video.missingSince !== undefined && styles['away'], isPicked && styles['picked'])}
      data-video-id={video.videoId}
    >
      {isPicked === undefined ? null : (
        <td className={styles['pick']}>
          <input
            type="checkbox"
            aria-label={video.title}
            checked={isPicked}
            onChange={({ nativeEvent }) => onPick(video.videoId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
          <SaveControlSlot video={video} isInSelectionMode />
        </td>
      )}
      <th scope="row" className={styles['title']}>
        <span className={styles['text']}>
          <Link to={videoPath(video.videoId)}>{video.title}</Link>
        </span>
        {isChannelShown ? <span className={styles['channel']}>{video.channelName}</span> : null}
        {video.missingSince === undefined ? null : <span className={styles['missing']}>{uiTexts.fileMissing}</span>}
        <span className={styles['tags']}>
          {video.isWaiting ? (
            <Tag tone="waiting" isSoft>
              {uiTexts.waiting}
            </Tag>
          ) : null}
          {video.isWatched ? <Tag>{uiTexts.watched}</Tag> : null}
          {percent === null || video.missingSince !== undefined ? null : (
            <Tag tone="accent" isSoft>
              {uiTexts.continueAt(duration(video.positionSeconds ?? 0))}
            </Tag>
          )}
        </span>
      </th>
      {isChannelShown ? (
        <td className={classNames(styles['from-medium'], styles['name'])}>
          <Link to={channelPath(video.channelId)}>{video.channelName}</Link>
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.sort} className={classNames(styles['figure'], styles[column.styleName])}>
          {column.sort === 'duration' ? (
            <>
              <span aria-hidden="true">{column.text(video)}</span>
              <VisuallyHidden>{video.durationSeconds > 0 ? spokenDuration(video.durationSeconds) : ''}</VisuallyHidden>
            </>
          ) : (
            column.text(video, unit)
          )}
        </td>
      ))}
      {isPicked === undefined ? (
        <td className={styles['more']}>
          <span className={styles['controls']}>
            <SaveControlSlot video={video} isPlain />
            <VideoMenu video={video} onMarkWatched={onMarkWatched} moreItems={moreItems} />
          </span>
        </td>
      ) : null}
    </tr>
  );
});

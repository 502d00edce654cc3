// One entry of a playlist: a number or a grip, the picture, title and facts, and a menu. An entry that is not archived is a ghost: it keeps
// its position but cannot be played. An archived entry without its file has a page but cannot be played either. The component is memoised,
// so that a row renders again only when its own facts change.
import { memo, type PointerEvent } from 'react';
import { Link } from 'react-router-dom';
import { videoPath } from '../../lib/addresses.ts';
import { duration, roughAge } from '../../texts/formats.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { uiTexts } from '../../texts/ui.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Grip, moveMenuItems } from '../../ui/row-moves.tsx';
import { SaveControlSlot } from '../../ui/save-control.ts';
import { Tag } from '../../ui/tag.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { percentWatched, type VideoFacts } from '../../ui/video-facts.ts';
import { useVideoMenuItems } from '../../ui/video-menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './entries.module.css';

export interface Entry {
  videoId: string;
  title: string;
  uploader: string | null;
  isDownloaded: boolean;
}

/** The user's actions on an entry. The functions are stable, because every row gets them. */
export interface EntryActions {
  play: (videoId: string) => void;
  mark: (video: VideoFacts, isWatched: boolean) => void;
  /** `to` counts from 0. */
  move: (videoId: string, to: number) => void;
  remove: (entry: Entry) => void;
  grab: (videoId: string, event: PointerEvent<HTMLElement>) => void;
  /** Null where this user may not change playlists. */
  addToPlaylist: ((video: { videoId: string; title: string }) => void) | null;
  /** Begins selection mode with this entry. */
  select: (videoId: string) => void;
  pick: (videoId: string, isRange: boolean) => void;
}

/** `missing`: the archive has the video, but not its file. */
type Presence = 'available' | 'missing' | 'not-archived';

function presenceOf({ entry, card }: Pick<EntryRowProps, 'entry' | 'card'>): Presence {
  if (card?.missingSince !== undefined) return 'missing';
  return entry.isDownloaded ? 'available' : 'not-archived';
}

interface EntryRowProps {
  entry: Entry;
  /** The playlist's own channel; null for a custom playlist. */
  channelName: string | null;
  /** Null while the device has no card for the video. */
  card: VideoFacts | null;
  /** In the shown list; counts from 0. */
  index: number;
  count: number;
  /** In the whole playlist, also while a filter is on; counts from 1. */
  number: number;
  /** Whether the entry can be moved and removed. */
  isEditable: boolean;
  /** Whether the entry's video plays above the list. */
  isCurrent: boolean;
  /** Whether the user continues at this entry; true only while nothing plays. */
  isNext: boolean;
  isDragged: boolean;
  /** Whether the row is picked in selection mode. Absent outside selection mode. */
  isPicked?: boolean;
  nowMs: number;
  actions: EntryActions;
}

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, card, index, count, number, isEditable, isCurrent, isNext, isDragged, isPicked, actions } = props;
  const title = card?.title ?? entry.title;
  const presence = presenceOf(props);
  const shownCard = card ?? { videoId: entry.videoId, title };
  return (
    <li
      className={classNames(
        styles['row'],
        (isCurrent || isNext) && styles['current'],
        isDragged && styles['dragged'],
        isPicked && styles['picked'],
        presence === 'not-archived' && styles['ghost'],
        presence === 'missing' && styles['away'],
      )}
      style={{ insetBlockStart: `calc(var(--row) * ${index})` }}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-entry={entry.videoId}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      {isEditable ? (
        <Grip
          {...{ index, count, title }}
          className={styles['grip']}
          onMove={(to) => actions.move(entry.videoId, to)}
          onGrab={(event) => actions.grab(entry.videoId, event)}
        />
      ) : (
        <span className={styles['number']} aria-hidden="true">
          {number}
        </span>
      )}
      <Picture card={card} presence={presence} />
      <div className={styles['text']}>
        <h3 className={styles['title']}>
          {presence !== 'not-archived' ? (
            <Link className={styles['link']} to={videoPath(entry.videoId)}>
              {title}
              {card ? <VisuallyHidden>{uiTexts.cardFacts(card, percentWatched(card))}</VisuallyHidden> : null}
            </Link>
          ) : (
            title
          )}
        </h3>
        <FactsLine {...props} />
        {card ? <StateTags card={card} /> : null}
      </div>
      {props.isPicked === undefined ? (
        <div className={styles['controls']}>
          {presence !== 'not-archived' ? <SaveControlSlot video={shownCard} isPlain /> : null}
          <EntryMenu {...props} title={title} />
        </div>
      ) : (
        <>
          {presence !== 'not-archived' ? <SaveControlSlot video={shownCard} isInSelectionMode /> : null}
          <PickBox {...props} title={title} />
        </>
      )}
    </li>
  );
});

function Picture({ card, presence }: { card: VideoFacts | null; presence: Presence }) {
  if (presence === 'not-archived') return <span className={styles['no-picture']} aria-hidden="true" />;
  const percent = card ? percentWatched(card) : null;
  return (
    <Thumb
      src={card?.thumbUrl ?? null}
      isMuted={card?.isWatched ?? false}
      isDim={presence === 'missing'}
      className={classNames(styles['thumb'], percent !== null && styles['has-progress'])}
    >
      {card ? (
        <span className={styles['duration']} aria-hidden="true">
          {duration(card.durationSeconds)}
        </span>
      ) : null}
      {percent === null ? null : (
        <span className={styles['progress']} aria-hidden="true">
          <i style={{ inlineSize: `${percent}%` }} />
        </span>
      )}
    </Thumb>
  );
}

function FactsLine({ entry, card, channelName, nowMs }: EntryRowProps) {
  if (presenceOf({ entry, card }) === 'missing') return <p className={styles['missing']}>{uiTexts.fileMissing}</p>;
  const videoChannel = card?.channelName ?? entry.uploader;
  // The head of the playlist already names its channel.
  const shownChannel = videoChannel === channelName ? null : videoChannel;
  const progress = card ? progressFact(card) : null;
  const fact = entry.isDownloaded ? (card ? (progress ?? roughAge(card.publishedAt, nowMs)) : '') : playlistTexts.notArchived;
  return (
    <p className={styles['facts']}>
      {shownChannel ? <b>{shownChannel}</b> : null}
      {/* the name of the link contains what was watched */}
      {fact === '' ? null : <span aria-hidden={progress !== null || undefined}>{shownChannel ? ` · ${fact}` : fact}</span>}
    </p>
  );
}

function progressFact(card: VideoFacts): string | null {
  if (card.isWatched) return uiTexts.watched;
  return card.positionSeconds === null || card.durationSeconds <= 0 ? null : uiTexts.timeLeft(card.durationSeconds - card.positionSeconds);
}

function StateTags({ card }: { card: VideoFacts }) {
  const isResumable = card.positionSeconds !== null && card.missingSince === undefined;
  if (!card.isWaiting && !isResumable) return null;
  return (
    <div className={styles['tags']}>
      {card.isWaiting ? (
        <Tag tone="waiting" isSoft isSilent>
          {uiTexts.waiting}
        </Tag>
      ) : (
        <Tag tone="accent" isSoft isSilent>
          {uiTexts.continueAt(duration(card.positionSeconds ?? 0))}
        </Tag>
      )}
    </div>
  );
}

/** A checkbox that covers the whole row. Entries that the playlist lists as not archived cannot be selected, and have none. */
function PickBox({ entry, isPicked = false, actions, title }: EntryRowProps & { title: string }) {
  if (!entry.isDownloaded) return null;
  return (
    <>
      <input
        type="checkbox"
        className={styles['pick']}
        aria-label={title}
        checked={isPicked}
        onChange={({ nativeEvent }) => actions.pick(entry.videoId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <span className={styles['pick-box']} aria-hidden="true">
        {isPicked ? <Icon name="tick" size={18} /> : null}
      </span>
    </>
  );
}

/** The menu of an entry. It is the same element before and after the facts arrive, so that it stays open. */
function EntryMenu({ title, ...props }: EntryRowProps & { title: string }) {
  const { card, actions } = props;
  const items = [...useVideoMenuItems(card, actions.mark), ...videoItems(props, title), ...orderItems(props)];
  return items.length === 0 ? null : <Menu label={uiTexts.moreActions(title)} items={items} className={styles['more']} />;
}

function videoItems({ entry, card, actions }: EntryRowProps, title: string): MenuItem[] {
  const { videoId } = entry;
  const { addToPlaylist } = actions;
  const presence = presenceOf({ entry, card });
  if (presence === 'not-archived') return [];
  const items: MenuItem[] = [];
  if (presence === 'available') items.push({ label: playlistTexts.playHere, icon: 'play', onChoose: () => actions.play(videoId) });
  if (addToPlaylist) items.push({ label: uiTexts.addToPlaylist, icon: 'playlists', onChoose: () => addToPlaylist({ videoId, title }) });
  if (entry.isDownloaded) items.push({ label: uiTexts.select, icon: 'tick', onChoose: () => actions.select(videoId) });
  return items;
}

function orderItems({ entry, index, count, isEditable, actions }: EntryRowProps): MenuItem[] {
  if (!isEditable) return [];
  return [
    ...moveMenuItems({ index, count, onMove: (to) => actions.move(entry.videoId, to) }),
    { label: playlistTexts.remove, icon: 'close', isDangerous: true, onChoose: () => actions.remove(entry) },
  ];
}

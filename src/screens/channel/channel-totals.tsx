// The totals of the open tab, with buttons that play all its videos, and a menu that marks all videos of the channel watched or unwatched.
// The mark is sent when the undo window is over; until then, Undo cancels the whole mark.
import type { VideoKind, WirePagination } from '../../contract/names.ts';
import { markChannelWatched } from '../../mutations/mark-all-watched.ts';
import { channelTexts } from '../../texts/channels.ts';
import { listTotal } from '../../texts/formats.ts';
import { fileSize, totalDurationOfWire, type SizeUnit } from '../../texts/page-formats.ts';
import { queueTexts } from '../../texts/queue.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { MenuButton } from '../../ui/popover-menu.tsx';
import { PlaybackIcon } from '../../ui/playback-icon.tsx';
import { usePlayThrough } from '../../features/video-list/use-play-through.ts';
import { undoAll, useWrite } from '../../features/writes/use-write.ts';
import type { Channel, ChannelTotalsAndTabs } from './shown-channel.ts';
import styles from './channel-screen.module.css';

interface ChannelTotalsProps {
  channel: Channel;
  facts: ChannelTotalsAndTabs | null;
  unit: SizeUnit;
  /** The kind of the videos listed below, which Play all plays. */
  kind: VideoKind;
  /** Null if the list does not report how many videos of this kind the channel has. */
  paginate: WirePagination | null;
  /** Whether the list was assembled on this device. The archive's totals would then contradict it. */
  isFromDevice: boolean;
}

export function ChannelTotals({ channel, facts, unit, kind, paginate, isFromDevice }: ChannelTotalsProps) {
  const { mutate } = useWrite();
  const playThrough = usePlayThrough();
  // The archive reports a duration and a size only for the whole channel.
  const isWholeChannel = facts !== null && (facts.totalItems === paginate?.total_hits || (kind === 'videos' && !facts.hasStreams && !facts.hasShorts));
  const videoCount = isWholeChannel ? facts.totalItems : paginate?.total_hits;
  const play = (isShuffled: boolean) => playThrough.channel({ channelId: channel.channelId, name: channel.name, kind, isShuffled });

  function mark(isWatched: boolean): void {
    // fire and forget: the cards follow the mirror
    void mutate((mirror) => markChannelWatched(mirror, { channelId: channel.channelId, isWatched, subject: channel.name }), {
      message: isWatched ? listTexts.markedAll(channel.name) : listTexts.unmarkedAll(channel.name),
      undo: undoAll,
    });
  }

  return (
    <div className={styles['totals']}>
      {isFromDevice || videoCount === undefined ? null : (
        <dl>
          <Total label={channelTexts.totalVideos(videoCount)} value={listTotal(videoCount, !isWholeChannel && paginate?.max_hits === true)} />
          {isWholeChannel && facts.totalDuration !== 'NA' ? (
            <Total label={channelTexts.totalDuration} value={totalDurationOfWire(facts.totalDuration)} />
          ) : null}
          {isWholeChannel ? <Total label={channelTexts.totalSize} value={fileSize(facts.totalSizeBytes, unit)} /> : null}
        </dl>
      )}
      <div className={styles['actions']}>
        {facts?.totalItems === 0 ? null : (
          <>
            <Button size="small" tone="primary" icon="play" onClick={() => play(false)}>
              {queueTexts.playAll}
            </Button>
            <Button size="small" onClick={() => play(true)}>
              <PlaybackIcon name="shuffle" size={17} />
              {queueTexts.shuffle}
            </Button>
          </>
        )}
        <MoreMenu label={channelTexts.moreActions} text={channelTexts.more} size="small">
          <MenuButton icon="eye" onChoose={() => mark(true)}>
            {channelTexts.markWatched}
          </MenuButton>
          <MenuButton icon="eye-struck" onChoose={() => mark(false)}>
            {channelTexts.markUnwatched}
          </MenuButton>
        </MoreMenu>
      </div>
    </div>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

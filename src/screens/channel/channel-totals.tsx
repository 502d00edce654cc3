// Totals of a channel, and marking all of it. The mark goes out when its toast ends; until then Undo takes it back whole.
import type { VideoKind } from '../../contract/names.ts';
import { markChannelWatched } from '../../mutations/mark-channel-watched.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { channelTexts } from '../../texts/channels.ts';
import { count, fileSize, totalDurationOfWire, type SizeUnit } from '../../texts/formats.ts';
import { queueTexts } from '../../texts/queue.ts';
import { shellTexts } from '../../texts/shell.ts';
import { watchedTexts } from '../../texts/watched.ts';
import { Button } from '../../ui/button.tsx';
import { QueueIcon } from '../../ui/queue-icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { usePlayThrough } from '../../features/video-list/use-play-through.ts';
import type { Channel, ChannelTotalsAndTabs } from './channel-rows.ts';
import styles from './channel-screen.module.css';

interface ChannelTotalsProps {
  channel: Channel;
  facts: ChannelTotalsAndTabs | null;
  unit: SizeUnit;
  /** What is listed below: that is what is played through. */
  kind: VideoKind;
}

export function ChannelTotals({ channel, facts, unit, kind }: ChannelTotalsProps) {
  const mirror = useMirror();
  const showToast = useToast();
  const playThrough = usePlayThrough();
  const play = (isShuffled: boolean) => playThrough.channel({ channelId: channel.channelId, name: channel.name, kind, isShuffled });

  async function mark(isWatched: boolean): Promise<void> {
    try {
      const undo = await markChannelWatched(mirror, { channelId: channel.channelId, isWatched, subject: channel.name });
      const text = isWatched ? watchedTexts.markedAll(channel.name) : watchedTexts.unmarkedAll(channel.name);
      showToast({ text, onUndo: () => void undo().catch(() => showToast({ text: shellTexts.notKept })) });
    } catch {
      showToast({ text: shellTexts.notKept });
    }
  }

  // nothing waits for these: the cards follow the rows
  return (
    <div className={styles['totals']}>
      {facts ? (
        <dl>
          <Total label={channelTexts.totalVideos} value={count(facts.totalItems)} />
          {facts.totalDuration === 'NA' ? null : <Total label={channelTexts.totalDuration} value={totalDurationOfWire(facts.totalDuration)} />}
          <Total label={channelTexts.totalSize} value={fileSize(facts.totalSizeBytes, unit)} />
        </dl>
      ) : null}
      <div className={styles['marks']}>
        {facts?.totalItems === 0 ? null : (
          <>
            <Button size="small" icon="play" onClick={() => play(false)}>
              {queueTexts.playAll}
            </Button>
            <Button size="small" onClick={() => play(true)}>
              <QueueIcon name="shuffle" size={17} />
              {queueTexts.shuffle}
            </Button>
          </>
        )}
        <Button size="small" icon="eye" onClick={() => void mark(true)}>
          {channelTexts.markWatched}
        </Button>
        <Button size="small" icon="eye-struck" onClick={() => void mark(false)}>
          {channelTexts.markUnwatched}
        </Button>
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

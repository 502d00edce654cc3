// The "Up next" sheet: the queue, the rest of the playlist or channel that is playing, and the history. All tabs share these lists.
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { restOfPlayback, type QueueEntry, type PlaybackQueue } from '../../lib/up-next.ts';
import { clearQueue, removeWithUndo } from '../../mutations/remove-from-queue.ts';
import { clearPlayHistory, endPlaybackQueue, moveInQueue, setLooped, setShuffled } from '../../mutations/up-next.ts';
import type { Undo } from '../../mutations/undo.ts';
import { usePlayerHost, useHostState } from '../../player/use-player-host.ts';
import { useCardsById, useUpNext } from '../../queries/up-next.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useWrite, type Mirror } from '../../features/writes/use-write.ts';
import { videoPath } from '../../lib/addresses.ts';
import { queueTexts } from '../../texts/queue.ts';
import { shellTexts } from '../../texts/shell.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaybackIcon } from '../../ui/playback-icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { QueueRow, QueueRows } from './queue-rows.tsx';
import styles from './queue-sheet.module.css';

/** How many upcoming videos of the playback queue are listed; for the rest only the number is shown. */
const maxShownAhead = 20;

/** Resolves to whether the change was stored. `text` is shown on success, with an Undo button if `work` resolves to an undo function. */
type Change = (work: (mirror: Mirror) => Promise<unknown>, text?: string | null) => Promise<boolean>;

interface SheetMessage {
  text: string;
  onUndo: Undo | null;
}

export function QueueSheet({ onClose }: { onClose: () => void }) {
  const { mutate } = useWrite();
  const host = usePlayerHost();
  const { shown, addressOf } = useHostState();
  const navigate = useNavigate();
  const isAway = useIsAway();
  const { queue, run: playback, history } = useUpNext();
  // A toast would be hidden behind the sheet, so the sheet shows the message itself.
  const [message, setMessage] = useState<SheetMessage | null>(null);

  // The queue plays first. The playback queue then continues after the last queued video that it also contains.
  const lastQueuedVideo = queue.findLast(({ videoId }) => playback?.videos.some((video) => video.videoId === videoId));
  const rest = restOfPlayback(playback, (lastQueuedVideo ?? shown)?.videoId ?? '');
  const upcomingVideos = rest.slice(0, maxShownAhead);
  const playedVideos = history.filter(({ videoId }) => videoId !== shown?.videoId);
  const cards = useCardsById([...new Set([...queue, ...upcomingVideos, ...playedVideos].map(({ videoId }) => videoId))]);

  function play(videoId: string): void {
    host.goTo(videoId);
    if (shown?.videoId !== videoId && (addressOf || !shown)) void navigate((addressOf ?? videoPath)(videoId), { replace: true });
  }
  /** Callers need not await the change, because the sheet is redrawn when the rows change. */
  const change: Change = async (work, text = null) => {
    const result = await mutate(work, { failureText: () => null });
    if (!result.ok) setMessage({ text: shellTexts.notKept[result.error], onUndo: null });
    else if (text !== null) setMessage({ text, onUndo: typeof result.value === 'function' ? (result.value as Undo) : null });
    return result.ok;
  };
  async function move(entry: QueueEntry, toIndex: number): Promise<void> {
    const isStored = await change((mirror) => moveInQueue(mirror, entry.entryId, toIndex), queueTexts.moved(entry.title, toIndex + 1, queue.length));
    if (!isStored) throw new Error('The order was not stored');
  }

  const isEmpty = queue.length === 0 && playback === null && playedVideos.length === 0;
  return (
    <Sheet
      title={queueTexts.upNext}
      onClose={onClose}
      foot={
        queue.length === 0 ? undefined : (
          <Button icon="close" onClick={() => void change(clearQueue, queueTexts.cleared(queue.length))}>
            {queueTexts.clear}
          </Button>
        )
      }
    >
      <div role="status" className={styles['message']}>
        {message ? (
          <>
            <span>{message.text}</span>
            {message.onUndo ? (
              <Button
                size="small"
                tone="quiet"
                onClick={() => {
                  void change(async () => message.onUndo?.());
                  setMessage(null);
                }}
              >
                {uiTexts.undo}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      {isEmpty ? <EmptyState title={queueTexts.emptyTitle} text={queueTexts.emptyText} /> : null}
      {queue.length === 0 ? null : (
        <Section title={queueTexts.queue}>
          <QueueRows
            queue={queue}
            cards={cards}
            onPlay={play}
            onMove={move}
            onRemove={(entry) => void change((mirror) => removeWithUndo(mirror, entry.entryId), queueTexts.removed(entry.title))}
          />
        </Section>
      )}
      {playback ? (
        <Section title={queueTexts.from(playback.origin.name)}>
          <PlaybackTools playback={playback} onChange={change} />
          <ol className={styles['list']}>
            {upcomingVideos.map((video, index) => (
              <QueueRow key={`${index} ${video.videoId}`} video={video} card={cards.get(video.videoId)} onPlay={play} />
            ))}
          </ol>
          {rest.length > upcomingVideos.length ? <p className={styles['rest']}>{queueTexts.more(rest.length - upcomingVideos.length)}</p> : null}
          {playback.coming && isAway ? <p className={styles['rest']}>{queueTexts.knownOnly}</p> : null}
        </Section>
      ) : null}
      {playedVideos.length === 0 ? null : (
        <Section title={queueTexts.history}>
          <ol className={styles['list']}>
            {playedVideos.map((video) => (
              <QueueRow key={video.videoId} video={video} card={cards.get(video.videoId)} onPlay={play} />
            ))}
          </ol>
          <Button size="small" tone="quiet" onClick={() => void change((mirror) => clearPlayHistory(mirror, shown?.videoId))}>
            {queueTexts.clearHistory}
          </Button>
        </Section>
      )}
    </Sheet>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles['section']}>
      <h3 className={styles['title']}>{title}</h3>
      {children}
    </section>
  );
}

function PlaybackTools({ playback, onChange }: { playback: PlaybackQueue; onChange: Change }) {
  return (
    <div className={styles['tools']}>
      <Chip isOn={playback.isShuffled} onClick={() => void onChange((mirror) => setShuffled(mirror, !playback.isShuffled))}>
        <PlaybackIcon name="shuffle" size={18} />
        {queueTexts.shuffle}
      </Chip>
      <Chip isOn={playback.isLooped} onClick={() => void onChange((mirror) => setLooped(mirror, !playback.isLooped))}>
        <PlaybackIcon name="loop" size={18} />
        {queueTexts.loop}
      </Chip>
      <Chip onClick={() => void onChange(endPlaybackQueue, queueTexts.stopped(playback.origin.name))}>{queueTexts.stop}</Chip>
    </div>
  );
}

// The inline player at the top of a list (SPEC §2 General, `videoId`), with Close and a link to the video's page. Scrolling
// past it while it plays moves it to the mini player.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { videoPath, withQuery } from '../../lib/addresses.ts';
import { usePlayerSlot, usePlayerHost } from '../../player/use-player-host.ts';
import { useVideo } from '../../queries/video-page.ts';
import { listTexts } from '../../texts/lists.ts';
import { uiTexts } from '../../texts/ui.ts';
import { videoTexts } from '../../texts/video.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { FailureState } from '../page/failure-state.tsx';
import styles from './inline-player.module.css';

export function InlinePlayer({ videoId, onClose }: { videoId: string; onClose: () => void }) {
  const view = useVideo(videoId);
  const host = usePlayerHost();
  const box = useRef<HTMLElement>(null);
  const [isPassed, setIsPassed] = useState(false);
  const title = view.state === 'ready' ? view.data.title : view.state === 'not-found' ? videoTexts.notFound : null;
  const hasVideo = view.state === 'ready' || view.state === 'loading';

  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (!box.current) return undefined;
    // One callback may bring several entries: only the last is current.
    const observer = new IntersectionObserver((entries) => {
      const latestEntry = entries.at(-1);
      if (latestEntry) setIsPassed(!latestEntry.isIntersecting && (host.read().handle?.isRunning() ?? false));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [host]);

  return (
    <section ref={box} className={styles['player']} aria-label={listTexts.inlinePlayer}>
      {hasVideo ? <div className={styles['screen']}>{isPassed ? null : <Slot videoId={videoId} />}</div> : null}
      {view.state === 'missing' ? <FailureState failure={view.failure} message={view.message} /> : null}
      <div className={styles['bar']}>
        {title === null ? (
          <span className={styles['title']} />
        ) : (
          <h2 className={styles['title']} dir="auto">
            {title}
          </h2>
        )}
        {hasVideo ? (
          <ButtonLink to={videoPath(videoId)} size="small">
            {listTexts.openPage}
          </ButtonLink>
        ) : null}
        <IconButton
          label={uiTexts.close}
          title={uiTexts.close}
          className={styles['close']}
          icon="close"
          onClick={() => {
            if (host.read().shown?.videoId === videoId) host.close();
            onClose();
          }}
        />
      </div>
    </section>
  );
}

/** The player's place in the list. When it unmounts, playback continues in the mini player. */
function Slot({ videoId }: { videoId: string }) {
  const slot = useInlineSlot(videoId);
  return <div ref={slot} className={styles['place']} />;
}

function useInlineSlot(videoId: string): RefObject<HTMLDivElement | null> {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  // Plays immediately after a tap. After Back or a typed address the user may only want to read.
  const [shouldPlayAtOnce] = useState(useNavigationType() === 'PUSH');
  return usePlayerSlot({
    kind: 'inline',
    videoId,
    t: search.get('t'),
    shouldPlayAtOnce,
    addressOf: (next) => `${pathname}?${withQuery(search, { t: null, videoId: next }).toString()}`,
  });
}

// The inline player at the top of a list (SPEC §2 General, `videoId`), with Close and a link to the video's page. Scrolling past it while
// it plays moves playback to the mini player. Scrolling back returns playback to the list, even if another video plays by then.
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
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
  const [, setSearch] = useSearchParams();
  const box = useRef<HTMLElement>(null);
  const [scrollState, setScrollState] = useState<'first' | 'passed' | 'returned'>('first');
  const title = view.state === 'ready' ? view.data.title : view.state === 'not-found' ? videoTexts.notFound : null;
  const hasVideo = view.state === 'ready' || view.state === 'loading';

  useEffect(() => {
    // In braces, because in newer browsers `scrollIntoView` returns a promise, which React would take for a clean-up function.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const onScroll = useEffectEvent((isVisible: boolean) => {
    const { shown, handle } = host.read();
    if (!isVisible && handle?.isRunning()) setScrollState('passed');
    if (!isVisible || scrollState !== 'passed') return undefined;
    // The mini player may have continued with another video.
    if (!shown || shown.videoId === videoId) return setScrollState('returned');
    setSearch(withQuery(new URLSearchParams(window.location.search), { videoId: shown.videoId, t: null }), { replace: true });
    return undefined;
  });
  useEffect(() => {
    if (!box.current) return undefined;
    // One callback may receive several entries: only the last is current.
    const observer = new IntersectionObserver((entries) => {
      const latestEntry = entries.at(-1);
      if (latestEntry) onScroll(latestEntry.isIntersecting);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    <section ref={box} className={styles['player']} aria-label={listTexts.inlinePlayer}>
      {hasVideo ? (
        <div className={styles['screen']}>{scrollState === 'passed' ? null : <Slot videoId={videoId} isReturning={scrollState === 'returned'} />}</div>
      ) : null}
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
function Slot({ videoId, isReturning }: { videoId: string; isReturning: boolean }) {
  const slot = useInlineSlot(videoId, isReturning);
  return <div ref={slot} />;
}

function useInlineSlot(videoId: string, isReturning: boolean): RefObject<HTMLDivElement | null> {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const isPush = useNavigationType() === 'PUSH';
  // Plays immediately after a tap. After Back or a typed address the user may only want to read, and after scrolling back the mini player
  // may have been closed.
  const [shouldPlayAtOnce] = useState(isPush && !isReturning);
  return usePlayerSlot({
    kind: 'inline',
    videoId,
    t: search.get('t'),
    shouldPlayAtOnce,
    addressOf: (nextVideoId) => `${pathname}?${withQuery(search, { t: null, videoId: nextVideoId }).toString()}`,
  });
}

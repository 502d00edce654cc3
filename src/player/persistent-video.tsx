// The <video> element, reused for every video: phones allow sound only in an element that the user has touched, and picture in picture
// stays open. Used by player.tsx only.
import { useEffect, useLayoutEffect, useRef, type HTMLAttributes } from 'react';
import { createPortal } from 'react-dom';
import { moveElement } from './host-store.ts';
import { usePlayback } from './use-session.ts';
import { usePlayerHost } from './use-player-host.ts';
import styles from './player.module.css';

/** Lines from the bottom, so that the controls do not cover the subtitles. */
const cueLine = -4;

export function PersistentVideo(listeners: HTMLAttributes<HTMLDivElement>) {
  const { video, releaseVideo } = usePlayerHost();
  const { subtitleSize } = usePlayback();
  const slot = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    mountVideo(video, slot.current);
    // Released before its container is removed: outside the document the element would lose its autoplay permission.
    return releaseVideo;
  }, [video, releaseVideo]);
  useLayoutEffect(() => styleVideo(video, subtitleSize), [video, subtitleSize]);

  return (
    <div ref={slot} className={styles['slot']} {...listeners}>
      {createPortal(<Tracks element={video} />, video)}
    </div>
  );
}

function mountVideo(element: HTMLVideoElement, slot: HTMLElement | null): void {
  element.playsInline = true;
  element.tabIndex = -1;
  if (slot) moveElement(element, slot);
}

/** The stylesheet selects the size of subtitles by `data-words`. */
function styleVideo(element: HTMLVideoElement, size: string): void {
  element.className = styles['video'] ?? '';
  element.dataset['words'] = size;
}

/** The browser fetches a track only when it is shown. */
function Tracks({ element }: { element: HTMLVideoElement }) {
  const { subtitles, shownSubtitles } = usePlayback();
  useEffect(() => {
    const children = [...element.querySelectorAll('track')];
    for (const [at, { track }] of children.entries()) track.mode = at === shownSubtitles ? 'showing' : 'disabled';
    const shown = shownSubtitles === null ? undefined : children[shownSubtitles];
    if (!shown) return undefined;
    const raiseCues = () => {
      for (const cue of shown.track.cues ?? []) if (cue instanceof VTTCue && cue.line === 'auto') cue.line = cueLine;
    };
    raiseCues();
    shown.addEventListener('load', raiseCues);
    return () => shown.removeEventListener('load', raiseCues);
  }, [element, subtitles, shownSubtitles]);
  return subtitles.map((track) => <track key={track.url} kind="subtitles" src={track.url} srcLang={track.lang} label={track.name} />);
}

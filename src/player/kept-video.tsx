// The <video> element, which outlives what it shows: the next video plays in the same element. So a phone that allows sound only in an
// element the user has touched lets it continue, and picture in picture stays open. Called by player.tsx only.
import { useEffect, useLayoutEffect, useRef, type HTMLAttributes } from 'react';
import { createPortal } from 'react-dom';
import { moveElement } from './stage.ts';
import { usePlayback } from './use-session.ts';
import { useStage } from './use-stage.ts';
import styles from './player.module.css';

/** Lines from the bottom, so that the controls do not cover the subtitles. */
const linesFromFoot = -4;

export function KeptVideo(listeners: HTMLAttributes<HTMLDivElement>) {
  const { video, videoLeft } = useStage();
  const { subtitleSize } = usePlayback();
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    enter(video, place.current);
    // Before its container is removed: outside the document the element would lose its autoplay permission.
    return videoLeft;
  }, [video, videoLeft]);
  useLayoutEffect(() => dress(video, subtitleSize), [video, subtitleSize]);

  return (
    <div ref={place} className={styles['slot']} {...listeners}>
      {createPortal(<Tracks element={video} />, video)}
    </div>
  );
}

function enter(element: HTMLVideoElement, place: HTMLElement | null): void {
  element.playsInline = true;
  element.tabIndex = -1;
  if (place) moveElement(element, place);
}

/** `words`: the size of its subtitles, as the stylesheet names it. */
function dress(element: HTMLVideoElement, words: string): void {
  element.className = styles['video'] ?? '';
  element.dataset['words'] = words;
}

/** The browser fetches a track only when it is shown. */
function Tracks({ element }: { element: HTMLVideoElement }) {
  const { subtitles, shownSubtitles } = usePlayback();
  useEffect(() => {
    const children = [...element.querySelectorAll('track')];
    for (const [at, { track }] of children.entries()) track.mode = at === shownSubtitles ? 'showing' : 'disabled';
    const shown = shownSubtitles === null ? undefined : children[shownSubtitles];
    if (!shown) return undefined;
    const lift = () => {
      for (const cue of shown.track.cues ?? []) if (cue instanceof VTTCue && cue.line === 'auto') cue.line = linesFromFoot;
    };
    lift();
    shown.addEventListener('load', lift);
    return () => shown.removeEventListener('load', lift);
  }, [element, subtitles, shownSubtitles]);
  return subtitles.map((track) => <track key={track.url} kind="subtitles" src={track.url} srcLang={track.lang} label={track.name} />);
}

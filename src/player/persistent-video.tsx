// The <video> element. It is reused for every video, because phones allow sound only in an element that the user has touched, and because
// picture in picture closes with its element. Used by player.tsx only.
import { useEffect, useLayoutEffect, useRef, type HTMLAttributes } from 'react';
import { createPortal } from 'react-dom';
import { moveElement } from './host-store.ts';
import type { SubtitleStyle } from './player-preferences.ts';
import { usePlayback } from './use-session.ts';
import { usePlayerHost } from './use-player-host.ts';
import styles from './player.module.css';

/** The line of the cues for each position that the user can choose, clear of the controls. A negative line counts from the bottom. */
const cueLines = { top: 1, bottom: -4 } as const;
/** The cues whose file does not set a line. */
const movableCues = new WeakSet<TextTrackCue>();

export function PersistentVideo(listeners: HTMLAttributes<HTMLDivElement>) {
  const { video, releaseVideo } = usePlayerHost();
  const { subtitleStyle } = usePlayback();
  const container = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    mountVideo(video, container.current);
    // The element is released before its container is removed, because outside the document it would lose its autoplay permission.
    return releaseVideo;
  }, [video, releaseVideo]);
  useLayoutEffect(() => styleVideo(video, subtitleStyle), [video, subtitleStyle]);

  return (
    <div ref={container} className={styles['slot']} {...listeners}>
      {createPortal(<Tracks element={video} />, video)}
    </div>
  );
}

function mountVideo(element: HTMLVideoElement, container: HTMLElement | null): void {
  element.playsInline = true;
  element.tabIndex = -1;
  if (container) moveElement(element, container);
}

/** The stylesheet selects the subtitles' style by these attributes. */
function styleVideo(element: HTMLVideoElement, { size, background }: SubtitleStyle): void {
  element.className = styles['video'] ?? '';
  element.dataset['cueSize'] = size;
  element.dataset['cueBackground'] = background;
}

/** The browser fetches a track only when it is shown. */
function Tracks({ element }: { element: HTMLVideoElement }) {
  const { subtitles, shownSubtitles, subtitleStyle } = usePlayback();
  const { position } = subtitleStyle;
  useEffect(() => {
    const children = [...element.querySelectorAll('track')];
    for (const [index, { track }] of children.entries()) track.mode = index === shownSubtitles ? 'showing' : 'disabled';
    const trackElement = shownSubtitles === null ? undefined : children[shownSubtitles];
    if (!trackElement) return undefined;
    const moveCues = () => {
      for (const cue of trackElement.track.cues ?? []) {
        if (!(cue instanceof VTTCue)) continue;
        if (cue.line === 'auto') movableCues.add(cue);
        if (movableCues.has(cue)) cue.line = cueLines[position];
      }
    };
    moveCues();
    trackElement.addEventListener('load', moveCues);
    return () => trackElement.removeEventListener('load', moveCues);
  }, [element, subtitles, shownSubtitles, position]);
  return subtitles.map((track) => <track key={track.url} kind="subtitles" src={track.url} srcLang={track.lang} label={track.name} />);
}

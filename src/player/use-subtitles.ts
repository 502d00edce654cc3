// Which subtitle track shows. The tracks are <track> elements: the browser fetches one only when it is shown.
import { useEffect, useState } from 'react';

/** Lines above the foot, so that the controls do not cover the words. */
const linesFromFoot = -4;

export interface Subtitles {
  /** Index of the shown track, or null for off. */
  shownIndex: number | null;
  show(index: number | null): void;
}

/** The first track in a language of the reader, else the first. */
export function preferredTrack(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  const base = (language: string) => language.toLowerCase().split(/[-_]/)[0];
  for (const language of languages) {
    const at = tracks.findIndex((track) => base(track.lang) === base(language));
    if (at >= 0) return at;
  }
  return tracks.length > 0 ? 0 : null;
}

export function useSubtitles(element: HTMLVideoElement | null, trackCount: number): Subtitles {
  const [shownIndex, setShownIndex] = useState<number | null>(null);

  useEffect(() => {
    if (!element) return undefined;
    const tracks = [...element.querySelectorAll('track')];
    for (const [at, { track }] of tracks.entries()) track.mode = at === shownIndex ? 'showing' : 'disabled';
    const shown = shownIndex === null ? undefined : tracks[shownIndex];
    if (!shown) return undefined;
    const lift = () => {
      for (const cue of shown.track.cues ?? []) if (cue instanceof VTTCue && cue.line === 'auto') cue.line = linesFromFoot;
    };
    lift();
    shown.addEventListener('load', lift);
    return () => shown.removeEventListener('load', lift);
  }, [element, shownIndex, trackCount]);

  return { shownIndex, show: setShownIndex };
}

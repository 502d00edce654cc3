// Which subtitle track shows. The tracks are <track> elements: the browser fetches one only when it is shown.
import { useEffect, useState } from 'react';
import { devicePreferences } from './device-preferences.ts';
import type { SubtitleSize } from './player-preferences.ts';

/** Lines above the foot, so that the controls do not cover the words. */
const linesFromFoot = -4;

export interface Subtitles {
  /** Index of the shown track, or null for off. */
  shownIndex: number | null;
  size: SubtitleSize;
  /** Remembered for the next video. */
  show(index: number | null): void;
  setSize(size: SubtitleSize): void;
}

/** The first track in a language of the reader, else the first. */
export function preferredTrack(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  for (const language of languages) {
    const at = tracks.findIndex((track) => baseLanguage(track.lang) === baseLanguage(language));
    if (at >= 0) return at;
  }
  return tracks.length > 0 ? 0 : null;
}

/** What a video opens with: the language that was shown last; off when that was off, or when the video has none of it. */
export function openingTrack(tracks: readonly { lang: string }[], keptLanguage: string | null): number | null {
  if (keptLanguage === null) return null;
  const at = preferredTrack(tracks, [keptLanguage]);
  return at !== null && baseLanguage(tracks[at]?.lang ?? '') === baseLanguage(keptLanguage) ? at : null;
}

function baseLanguage(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

export function useSubtitles(element: HTMLVideoElement | null, tracks: readonly { lang: string; url: string }[]): Subtitles {
  const [choice, setChoice] = useState<{ index: number | null } | null>(null);
  const [size, setSize] = useState(devicePreferences.subtitleSize);
  const [keptLanguage] = useState(devicePreferences.subtitleLanguage);
  const shownIndex = choice ? choice.index : openingTrack(tracks, keptLanguage);
  const trackCount = tracks.length;

  useEffect(() => {
    if (!element) return undefined;
    const children = [...element.querySelectorAll('track')];
    for (const [at, { track }] of children.entries()) track.mode = at === shownIndex ? 'showing' : 'disabled';
    const shown = shownIndex === null ? undefined : children[shownIndex];
    if (!shown) return undefined;
    const lift = () => {
      for (const cue of shown.track.cues ?? []) if (cue instanceof VTTCue && cue.line === 'auto') cue.line = linesFromFoot;
    };
    lift();
    shown.addEventListener('load', lift);
    return () => shown.removeEventListener('load', lift);
  }, [element, shownIndex, trackCount]);

  return {
    shownIndex,
    size,
    show(index) {
      setChoice({ index });
      devicePreferences.keepSubtitleLanguage(index === null ? null : (tracks[index]?.lang ?? null));
    },
    setSize(next) {
      setSize(next);
      devicePreferences.keepSubtitleSize(next);
    },
  };
}

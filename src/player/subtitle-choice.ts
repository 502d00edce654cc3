// Which subtitle track a video shows. Pure; called by a playback.

/** The first track in one of the user's languages, otherwise the first. */
export function preferredTrack(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  for (const language of languages) {
    const at = tracks.findIndex((track) => baseLanguage(track.lang) === baseLanguage(language));
    if (at >= 0) return at;
  }
  return tracks.length > 0 ? 0 : null;
}

/** What a video opens with: the last shown language; off when that was off, or when the video has no track in it. */
export function openingTrack(tracks: readonly { lang: string }[], keptLanguage: string | null): number | null {
  if (keptLanguage === null) return null;
  const at = preferredTrack(tracks, [keptLanguage]);
  return at !== null && baseLanguage(tracks[at]?.lang ?? '') === baseLanguage(keptLanguage) ? at : null;
}

function baseLanguage(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

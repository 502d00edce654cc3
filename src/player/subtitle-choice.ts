// Which subtitle track a video shows. Pure; called by the session and its playback.

/** The first track in one of the user's languages, otherwise the first. */
export function preferredTrack(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  for (const language of languages) {
    const at = tracks.findIndex((track) => baseLanguage(track.lang) === baseLanguage(language));
    if (at >= 0) return at;
  }
  return tracks.length > 0 ? 0 : null;
}

/** The track that a video opens with: in the remembered language; off if subtitles were off, or the video has no such track. */
export function openingTrack(tracks: readonly { lang: string }[], savedLanguage: string | null): number | null {
  if (savedLanguage === null) return null;
  const at = preferredTrack(tracks, [savedLanguage]);
  return at !== null && baseLanguage(tracks[at]?.lang ?? '') === baseLanguage(savedLanguage) ? at : null;
}

function baseLanguage(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

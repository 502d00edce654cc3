// Which subtitle track a video shows. Pure; called by the session and its playback.

/** Index of the first track in one of the user's languages, otherwise of the first track. Null: there are no tracks. */
export function preferredTrackIndex(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  for (const language of languages) {
    const at = tracks.findIndex((track) => baseLanguage(track.lang) === baseLanguage(language));
    if (at >= 0) return at;
  }
  return tracks.length > 0 ? 0 : null;
}

/** Index of the track that a video opens with: in the remembered language. Null (off) if subtitles were off, or there is no such track. */
export function initialTrackIndex(tracks: readonly { lang: string }[], savedLanguage: string | null): number | null {
  if (savedLanguage === null) return null;
  const at = preferredTrackIndex(tracks, [savedLanguage]);
  return at !== null && baseLanguage(tracks[at]?.lang ?? '') === baseLanguage(savedLanguage) ? at : null;
}

function baseLanguage(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

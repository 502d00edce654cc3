// Which subtitle track a video shows. Pure; called by the session and its playback.

/** Index of the first track in one of the user's languages, otherwise of the first track. Null if there are no tracks. */
export function preferredTrackIndex(tracks: readonly { lang: string }[], languages: readonly string[]): number | null {
  for (const language of languages) {
    const index = tracks.findIndex((track) => baseLanguage(track.lang) === baseLanguage(language));
    if (index >= 0) return index;
  }
  return tracks.length > 0 ? 0 : null;
}

/** Index of the track with which a video opens: the one in the remembered language. Null (off) if there is none or subtitles were off. */
export function initialTrackIndex(tracks: readonly { lang: string }[], savedLanguage: string | null): number | null {
  if (savedLanguage === null) return null;
  const index = preferredTrackIndex(tracks, [savedLanguage]);
  return index !== null && baseLanguage(tracks[index]?.lang ?? '') === baseLanguage(savedLanguage) ? index : null;
}

function baseLanguage(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

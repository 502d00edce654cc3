import type { Mirror } from '../mirror/database.ts';

/** The person has been told that this archive lets only staff change custom playlists: it is said once. */
export async function markPlaylistRefusalSaid({ db }: Mirror): Promise<void> {
  await db.transaction('rw', db.documents, async () => {
    const note = await db.documents.get('custom-playlists-refused');
    if (note?.key === 'custom-playlists-refused') await db.documents.put({ ...note, value: { ...note.value, isSaid: true } });
  });
}

import { activeRefusal } from '../mirror/custom-playlist-refusal.ts';
import type { Mirror } from '../mirror/database.ts';

/** Resolves to true only once, in one tab. That tab then shows that this archive lets only staff change custom playlists. */
export function claimPlaylistRefusal({ db }: Mirror): Promise<boolean> {
  return db.transaction('rw', db.documents, async () => {
    const refusal = await activeRefusal(db);
    if (!refusal || refusal.value.isSaid) return false;
    await db.documents.put({ ...refusal, value: { ...refusal.value, isSaid: true } });
    return true;
  });
}

// What single pages of the settings show, each one document as one call answered it, with its age.
import type { WireAppSettings } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import type { PageDocumentKey, PageDocuments } from '../mirror/rows.ts';
import type { Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { viewStore } from './view-store.ts';
import type { View } from './views.ts';

interface Shown extends PageDocuments {
  'app-settings': WireAppSettings;
}

export function pageDocumentStore<Key extends PageDocumentKey | 'app-settings'>(mirror: Mirror, key: Key): Store<View<Shown[Key]>> {
  const { db } = mirror;
  const find = () =>
    db.transaction('r', [db.documents, db.wanted], async () => {
      const [document, wish] = await Promise.all([db.documents.get(key), db.wanted.get(key)]);
      // The key says what the value is.
      const data = (document?.value ?? null) as Shown[Key] | null;
      return { key, data, fetchedAtMs: document?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore<Shown[Key]>(mirror, { id: key, rank: 0, find });
}

export function usePageDocument<Key extends PageDocumentKey | 'app-settings'>(key: Key): View<Shown[Key]> {
  return useStore(pageDocumentStore(useMirror(), key));
}

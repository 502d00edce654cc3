// Documents of single settings pages, each the answer of one call, with its age.
import type { WireAppSettings } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import type { PageDocumentKey, PageDocuments } from '../mirror/rows.ts';
import type { Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { resourceStore } from './resource-store.ts';
import type { View } from './views.ts';

interface DocumentValues extends PageDocuments {
  'app-settings': WireAppSettings;
}

export function pageDocumentStore<Key extends PageDocumentKey | 'app-settings'>(mirror: Mirror, key: Key): Store<View<DocumentValues[Key]>> {
  const { db } = mirror;
  return resourceStore(mirror, {
    key,
    rank: 0,
    tables: [db.documents],
    get: () => db.documents.get(key),
    // The key determines the value's type.
    show: (document) => document.value as DocumentValues[Key],
  });
}

export function usePageDocument<Key extends PageDocumentKey | 'app-settings'>(key: Key): View<DocumentValues[Key]> {
  return useStore(pageDocumentStore(useMirror(), key));
}

/** Whether the archive is the embedded server. Only that server sends an id, the second part of the account's key (account-key.ts). */
export function useIsEmbeddedServer(): boolean {
  return useMirror().accountKey.split('|')[1] !== '';
}

import { hasArchiveId } from '../mirror/account-key.ts';
import { useMirror } from './mirror-context.tsx';

/** Whether the archive is the embedded server; false with a TubeArchivist server. */
export function useIsEmbeddedServer(): boolean {
  return hasArchiveId(useMirror().accountKey);
}

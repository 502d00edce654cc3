// A line that says how many results came from the device and the archive, or why the archive's results are missing.
import { isUnavailable } from '../../lib/connection.ts';
import type { ArchiveSearch } from '../../queries/search.ts';
import { useSyncStatus } from '../../queries/sync.ts';
import { clockAge } from '../../texts/formats.ts';
import { searchTexts } from '../../texts/search.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import styles from './search-screen.module.css';

interface SourceLineProps {
  deviceCount: number;
  /** The number of further results from the archive; null until the archive has answered. */
  archiveCount: number | null;
  archive: ArchiveSearch;
}

export function SourceLine({ deviceCount, archiveCount, archive }: SourceLineProps) {
  const isOnlyFromServer = deviceCount === 0 && archiveCount !== null && archiveCount > 0;
  const serverText = useServerText(archiveCount, archive, !isOnlyFromServer);
  return (
    <p role="status" className={styles['source']}>
      <Icon name={isOnlyFromServer ? 'cloud-tick' : 'device'} size={17} />
      <span>
        <b>{searchTexts.results(isOnlyFromServer ? archiveCount : deviceCount)}</b> {isOnlyFromServer ? searchTexts.fromServer : searchTexts.fromDevice}
        {serverText === '' ? '' : ` · ${serverText}`}
      </span>
    </p>
  );
}

function useServerText(archiveCount: number | null, archive: ArchiveSearch, isDeviceNamed: boolean): string {
  const { name } = useSyncStatus().connection;
  const nowMs = useMountTimeMs();
  const { offline, serverAway, signedOut } = searchTexts;
  const awayTexts = { offline, unreachable: serverAway, captive: serverAway, 'proxy-login': serverAway, 'signed-out': signedOut };
  if (archiveCount !== null && archive.state === 'ready') {
    if (isUnavailable(name)) return searchTexts.kept(clockAge(archive.fetchedAtMs, Math.max(nowMs, archive.fetchedAtMs)));
    return isDeviceNamed ? searchTexts.serverAdded(archiveCount) : '';
  }
  if (isUnavailable(name)) return awayTexts[name];
  if (archive.state === 'missing') return archive.message ?? searchTexts.serverFailed;
  return archive.state === 'not-found' ? searchTexts.serverFailed : searchTexts.asking;
}

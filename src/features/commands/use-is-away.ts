import { isUnavailable } from '../../lib/connection.ts';
import { useConnectionName } from '../../queries/sync.ts';

/** True while actions that need the archive are impossible, because it is unreachable or the session has ended. */
export function useIsAway(): boolean {
  return isUnavailable(useConnectionName());
}

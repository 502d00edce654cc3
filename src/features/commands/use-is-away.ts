import { cannotAsk } from '../../lib/connection.ts';
import { useConnectionName } from '../../queries/sync.ts';

/** What needs the archive now cannot be done: it is away, or does not know us any more. */
export function useIsAway(): boolean {
  return cannotAsk(useConnectionName());
}

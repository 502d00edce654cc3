import { useState } from 'react';
import { moveCopy, type MoveFailure, type OtherCopy } from '../../commands/other-copies.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useSavedLink } from '../../queries/saved.ts';

/** Replaces the open copy with another copy of the same person, then reloads the page. */
export function useMoveCopy(): { isBusy: boolean; failure: MoveFailure | null; move: (account: OtherCopy['account']) => Promise<void> } {
  const mirror = useMirror();
  const link = useSavedLink();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<MoveFailure | null>(null);

  async function hasSavedData(): Promise<boolean> {
    await link?.openIfUsed();
    const plans = link?.plans();
    return [link?.items(), plans?.policies, plans?.trips].some((rows) => (rows?.length ?? 0) > 0);
  }

  async function move(account: OtherCopy['account']): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    const result = await moveCopy(mirror, account, hasSavedData);
    if (result.ok) return location.reload();
    setIsBusy(false);
    setFailure(result.error);
  }

  return { isBusy, failure, move };
}

import { useEffect, useEffectEvent } from 'react';
import { systemClock } from '../lib/clock.ts';
import { findCurrentAccount, readSessionCount } from '../mirror/registry.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { useRegistry } from './mirror-context.tsx';

/**
 * Calls back when somebody signs in in another tab, once that account can be opened. For /login/, where no account is open.
 *
 * @param isSigningIn whether this tab signs in; nothing is reported then
 */
export function useSignInElsewhere(isSigningIn: boolean, onSignedIn: () => void): void {
  const registry = useRegistry();
  const report = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!registry || isSigningIn) return;
    let initialCount: number | null = null;
    return watchQuery(
      systemClock,
      () => Promise.all([readSessionCount(registry), findCurrentAccount(registry)]),
      ([count, account]) => {
        initialCount ??= count;
        // A logout increments the count too, but locks all accounts.
        if (account && count !== initialCount) report();
      },
    );
  }, [registry, isSigningIn]);
}

// Decides when to stop asking a site, because its other addresses would fail too, and when the network counts as lost. Used for one scan
// of the subscriptions, one refresh or one task that adds links; nothing is kept afterwards. A run of downloads has its own rule: it puts
// sites on hold, also for later runs (run-queue.ts).
import { siteOfAddress } from '../archive/sites.ts';
import { isTransient, isUnreachable, type FailureKind } from './failures.ts';

/**
 * The number of consecutive failures after which a site is no longer asked; if all of them are `network-away`, no site is asked any more.
 * Each failure may take minutes.
 */
export const failuresToGiveUp = {
  /** A page that is skipped waits for the next scan, perhaps for a day. */
  scan: 3,
  /** An item that is skipped stays stale, and has its turn in the next refresh. */
  refresh: 3,
  /** A link that is skipped is kept, and tried again within minutes. */
  addingLinks: 1,
};

/**
 * The network counts as lost after this many different sites in a row did not respond at all. Fewer sites may simply be dead.
 */
const silentSiteLimit = 3;
/**
 * The same limit before any site has answered. This limit is higher, because a few dead sites at the beginning must not prevent requests to
 * the others. Once `silentSiteLimit` sites are silent, they are not asked again until some site answers.
 */
const silentSiteLimitBeforeAnswer = 10;

/** `network`: nothing can be reached. `site`: the address's site fails; `kind` is its last failure. */
export type GivenUp = { scope: 'network' } | { scope: 'site'; kind: FailureKind };

/** @param maxFailures one of `failuresToGiveUp` */
export function createFailingSites(maxFailures: number) {
  const failures = new Map<string, { consecutive: number; kind: FailureKind }>();
  /** Sites that did not respond. Emptied when any site responds. */
  const silentSites = new Set<string>();
  let networkFailures = 0;
  let hasAnswer = false;

  return {
    /** @param kind null if the address gave a result */
    record(address: string, kind: FailureKind | null): void {
      if (kind === 'stopped') return;
      const site = siteOfAddress(address);
      if (kind !== null && isTransient(kind)) failures.set(site, { consecutive: (failures.get(site)?.consecutive ?? 0) + 1, kind });
      else failures.delete(site);
      if (kind !== null && isUnreachable(kind)) silentSites.add(site);
      else {
        silentSites.clear();
        hasAnswer = true;
      }
      networkFailures = kind === 'network-away' ? networkFailures + 1 : 0;
    },
    /** Why the address should not be asked; null if it should be. */
    givenUp(address: string): GivenUp | null {
      const maxSilentSites = hasAnswer ? silentSiteLimit : silentSiteLimitBeforeAnswer;
      if (silentSites.size >= maxSilentSites || networkFailures >= maxFailures) return { scope: 'network' };
      const site = siteOfAddress(address);
      const { consecutive = 0, kind = 'unreachable' } = failures.get(site) ?? {};
      const waitsForAnswer = silentSites.size >= silentSiteLimit && silentSites.has(site);
      return consecutive < maxFailures && !waitsForAnswer ? null : { scope: 'site', kind };
    },
  };
}

// Which sites are no longer asked, because every address there would fail alike, and when the network is assumed to be away. For one scan of the
// subscriptions or one task that adds links; what it finds ends with it. A run of downloads has its own rule (run-queue.ts), whose holds outlive it.
import { siteOfAddress } from '../archive/sites.ts';
import { isTransient, isUnreachable, type FailureKind } from './failures.ts';

/** After how many consecutive failures a site is given up, or the network if they are `network-away`. Each failure may cost minutes. */
export const failuresToGiveUp = {
  /** A page that is passed over waits for the next scan, perhaps for a day. */
  scan: 3,
  /** A link that is passed over is kept, and tried again within minutes. */
  addingLinks: 1,
};

/**
 * After so many sites in a row that did not respond at all, the network is assumed to be away. One or two can be dead: their channels may follow each
 * other among the subscriptions, and people add several links to the same ones.
 */
const maxSilentSites = 3;

/** `network`: nothing can be reached. `site`: the site of the address fails; `kind` is its last failure. */
export type GivenUp = { scope: 'network' } | { scope: 'site'; kind: FailureKind };

/** @param maxFailures one of `failuresToGiveUp` */
export function createFailingSites(maxFailures: number) {
  const failures = new Map<string, { consecutive: number; kind: FailureKind }>();
  /** Sites that did not respond since another one last did. */
  const silentSites = new Set<string>();
  let networkFailures = 0;

  return {
    /** @param kind null: it succeeded */
    record(address: string, kind: FailureKind | null): void {
      if (kind === 'stopped') return;
      const site = siteOfAddress(address);
      if (kind !== null && isTransient(kind)) failures.set(site, { consecutive: (failures.get(site)?.consecutive ?? 0) + 1, kind });
      else failures.delete(site);
      if (kind !== null && isUnreachable(kind)) silentSites.add(site);
      else silentSites.clear();
      networkFailures = kind === 'network-away' ? networkFailures + 1 : 0;
    },
    /** Null: it is worth asking there. */
    givenUp(address: string): GivenUp | null {
      if (silentSites.size >= maxSilentSites || networkFailures >= maxFailures) return { scope: 'network' };
      const { consecutive = 0, kind = 'unreachable' } = failures.get(siteOfAddress(address)) ?? {};
      return consecutive < maxFailures ? null : { scope: 'site', kind };
    },
  };
}

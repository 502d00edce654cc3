// Which sites a scan asks no further, because every page there would fail alike: a dead site costs a few minutes, and the others are still scanned.
import { siteOfAddress } from '../archive/sites.ts';
import { holdMessage } from '../downloader/failure-messages.ts';
import { isTransient, isUnreachable, type FailureKind } from '../downloader/failures.ts';

/** After this many consecutive failures a site is given up; after this many consecutive silent sites, the network. */
const maxFailures = 3;

export function createFailingSites() {
  const failures = new Map<string, { consecutive: number; kind: FailureKind }>();
  /** Sites that did not answer since another one last did. */
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
    /** Why it is not worth asking there, in words; null: it is. */
    reasonToSkip(address: string): string | null {
      if (silentSites.size >= maxFailures || networkFailures >= maxFailures) return 'The sources cannot be reached. The rest was not scanned.';
      const site = siteOfAddress(address);
      const { consecutive = 0, kind = 'unreachable' } = failures.get(site) ?? {};
      return consecutive < maxFailures ? null : `${holdMessage(kind, site).message} The rest of it was not scanned.`;
    },
  };
}

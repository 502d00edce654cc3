// All external services, constructed once with their addresses.
import type { SponsorSegmentRecord } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import { outsideVariables, switchedServices, whyOff, type OutsideAddresses, type SwitchedService } from './addresses.ts';
import { lookUpDislikes, type Votes } from './dislikes.ts';
import type { Lookup } from './lookup.ts';
import { createMembership, type Membership } from './membership.ts';
import { createReleases, type Releases } from './releases.ts';
import { lookUpSegments } from './sponsor-block.ts';

export interface Outside {
  /** For a YouTube video, by its id there. */
  lookUpSegments(videoId: string): Promise<Lookup<SponsorSegmentRecord[]>>;
  /** For a YouTube video, by its id there; null when the service does not know it. */
  lookUpDislikes(videoId: string): Promise<Lookup<Votes | null>>;
  /** Why switching it on would have no effect; null: it would have one. */
  whyOff(service: SwitchedService): string | null;
  membership: Membership;
  releases: Releases;
}

interface OutsideOptions {
  database: Database;
  ownVersion: string;
  log: Log;
}

export function createOutside(addresses: OutsideAddresses, { database, ownVersion, log }: OutsideOptions): Outside {
  const said = new Set<SwitchedService>();

  /** The settings have this service switched on: logs once if it has no address. */
  async function told<Value>(service: SwitchedService, lookup: Promise<Lookup<Value>>): Promise<Lookup<Value>> {
    const found = await lookup;
    if (found.kind === 'off' && !said.has(service))
      log.warn(`${switchedServices[service]} is switched on in the settings, and ${outsideVariables[service]} is not set: nothing is asked.`);
    said.add(service);
    return found;
  }

  return {
    lookUpSegments: (videoId) => told('sponsorBlock', lookUpSegments(addresses.sponsorBlock, videoId)),
    lookUpDislikes: (videoId) => told('dislikes', lookUpDislikes(addresses.dislikes, videoId)),
    whyOff: (service) => whyOff(addresses, service),
    membership: createMembership(addresses.membership),
    releases: createReleases(database, addresses.releases, ownVersion),
  };
}

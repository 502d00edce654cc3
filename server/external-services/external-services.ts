// Constructs all external services with their addresses.
import type { SponsorSegmentRecord } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import { addressVariables, switchedServices, whyOff, type ServiceAddresses, type SwitchedService } from './addresses.ts';
import { fetchVotes, type Votes } from './dislikes.ts';
import type { Lookup } from './lookup.ts';
import { createMembership, type Membership } from './membership.ts';
import { createReleases, type Releases } from './releases.ts';
import { fetchSegments } from './sponsor-block.ts';

export interface ExternalServices {
  /** @param videoId YouTube's id */
  lookUpSegments(videoId: string): Promise<Lookup<SponsorSegmentRecord[]>>;
  /** The result is `found` with null if the service does not know the video. @param videoId YouTube's id */
  lookUpDislikes(videoId: string): Promise<Lookup<Votes | null>>;
  /** The reason why switching the service on would have no effect; null if it would have an effect. */
  whyOff(service: SwitchedService): string | null;
  membership: Membership;
  releases: Releases;
}

interface ExternalServicesOptions {
  database: Database;
  ownVersion: string;
  log: Log;
}

export function createExternalServices(addresses: ServiceAddresses, { database, ownVersion, log }: ExternalServicesOptions): ExternalServices {
  const servicesLookedUp = new Set<SwitchedService>();

  /** Logs once if a service that the settings switch on has no address. */
  async function warnIfOff<Value>(service: SwitchedService, lookup: Promise<Lookup<Value>>): Promise<Lookup<Value>> {
    const result = await lookup;
    if (result.kind === 'off' && !servicesLookedUp.has(service))
      log.warn(`${switchedServices[service]} is switched on in the settings, but ${addressVariables[service]} is not set, so it is not queried.`);
    servicesLookedUp.add(service);
    return result;
  }

  return {
    lookUpSegments: (videoId) => warnIfOff('sponsorBlock', fetchSegments(addresses.sponsorBlock, videoId)),
    lookUpDislikes: (videoId) => warnIfOff('dislikes', fetchVotes(addresses.dislikes, videoId)),
    whyOff: (service) => whyOff(addresses, service),
    membership: createMembership(addresses.membership),
    releases: createReleases(database, addresses.releases, ownVersion),
  };
}

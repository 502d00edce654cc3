// All services outside, constructed once with their addresses.
import type { SponsorSegmentRecord } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';
import type { OutsideAddresses } from './addresses.ts';
import { lookUpDislikes, type Votes } from './dislikes.ts';
import type { Lookup } from './lookup.ts';
import { createMembership, type Membership } from './membership.ts';
import { createReleases, type Releases } from './releases.ts';
import { lookUpSegments } from './sponsor-block.ts';

export interface Outside {
  /** Of a video of YouTube, by its id there. */
  lookUpSegments(videoId: string): Promise<Lookup<SponsorSegmentRecord[]>>;
  /** Of a video of YouTube, by its id there; null when nobody voted. */
  lookUpDislikes(videoId: string): Promise<Lookup<Votes | null>>;
  membership: Membership;
  releases: Releases;
}

export function createOutside(addresses: OutsideAddresses, { database, ownVersion }: { database: Database; ownVersion: string }): Outside {
  return {
    lookUpSegments: (videoId) => lookUpSegments(addresses.sponsorBlock, videoId),
    lookUpDislikes: (videoId) => lookUpDislikes(addresses.dislikes, videoId),
    membership: createMembership(addresses.membership),
    releases: createReleases(database, addresses.releases, ownVersion),
  };
}

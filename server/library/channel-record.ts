import type { ChannelRecord } from '../catalogue/records.ts';
import type { ChannelFacts } from './channel-facts.ts';
import type { Collection } from './read-collections.ts';

export type ChannelCollection = Extract<Collection, { kind: 'channel' }>;

/** Builds a channel's record from its own descriptions (newest first; there may be one for each tab) and from its newest video. */
export function channelRecord(collections: ChannelCollection[], fromVideo: ChannelFacts | null): ChannelRecord {
  const sources = [...collections.map((collection) => collection.channel), ...(fromVideo ? [fromVideo] : [])];
  const firstFacts = sources[0];
  if (!firstFacts) throw new Error('A channel needs a description or a video.');
  const pick = <Value>(value: (facts: ChannelFacts) => Value | null): Value | null => sources.map(value).find((found) => found !== null) ?? null;
  const picture = (...kinds: (keyof ChannelCollection['pictures'])[]): string | null => {
    const pictureFile = kinds.flatMap((kind) => collections.map((collection) => collection.pictures[kind])).find((file) => file !== null);
    return pictureFile ?? null;
  };
  const handle = pick((facts) => facts.handle ?? null);
  return {
    channelId: firstFacts.id,
    name: firstFacts.name,
    description: pick((facts) => facts.description),
    subscriberCount: pick((facts) => facts.subscriberCount || null) ?? 0,
    tags: pick((facts) => (facts.tags.length > 0 ? facts.tags : null)) ?? [],
    originalId: pick((facts) => facts.originalId),
    sourceUrl: pick((facts) => facts.sourceUrl),
    ...(handle === null ? {} : { handle }),
    thumbFile: picture('avatar', 'plain'),
    bannerFile: picture('banner'),
    tvartFile: null,
    ...(sources.every((facts) => facts.isNameOnly === true) ? { isDescribed: false as const } : {}),
  };
}

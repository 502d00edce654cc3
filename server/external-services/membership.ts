// The client of the membership platform: reads the profile of the key's owner, and sends the subscriptions.
import type { WireMembershipProfile } from '../../src/contract/names.ts';
import { joinPath } from './addresses.ts';
import { asRecord, fetchJson, type FetchResult } from './fetch-json.ts';

export interface MembershipSubscription {
  channel_id: string;
  notify_videos: boolean;
  notify_streams: boolean;
  notify_shorts: boolean;
}

/** The message of `refused` is for people: the platform's own message, if it sends one. */
export type MembershipResult<Value> = { kind: 'done'; value: Value } | { kind: 'refused'; message: string };

export interface Membership {
  profile(key: string | null): Promise<MembershipResult<WireMembershipProfile>>;
  /** Replaces the platform's list of subscriptions. */
  sync(key: string | null, subscriptions: MembershipSubscription[]): Promise<MembershipResult<null>>;
}

export function createMembership(address: URL | null): Membership {
  async function call(key: string | null, path: string, body?: unknown): Promise<MembershipResult<unknown>> {
    if (address === null) return refusal('Membership is off on this server: STOWAWAY_MEMBERSHIP_URL is not set.');
    if (key === null) return refusal('No membership key is stored.');
    const response = await fetchJson(joinPath(address, path), {
      headers: { authorization: `Token ${key}` },
      ...(body === undefined ? {} : { method: 'POST' as const, body }),
    });
    if (response.kind === 'away') return refusal(`Connection to the membership platform failed: ${response.message}.`);
    if (response.status >= 200 && response.status < 300) return { kind: 'done', value: response.body };
    return refusal(messageOf(response, key));
  }

  return {
    async profile(key) {
      const answer = await call(key, '/api/profile/me/');
      if (answer.kind === 'refused') return answer;
      const profile = profileOf(answer.value);
      return profile === null ? refusal('The membership platform did not answer with a profile.') : { kind: 'done', value: profile };
    },
    async sync(key, subscriptions) {
      const answer = await call(key, '/api/profile/subscription/?delete=true', subscriptions);
      return answer.kind === 'refused' ? answer : { kind: 'done', value: null };
    },
  };
}

function refusal(message: string): { kind: 'refused'; message: string } {
  return { kind: 'refused', message };
}

/** The platform's own message, unless it contains the key. */
function messageOf({ status, body }: Extract<FetchResult, { kind: 'answered' }>, key: string): string {
  const { message, detail, error } = asRecord(body);
  const text = [message, detail, error].find((candidate) => typeof candidate === 'string' && candidate !== '') as string | undefined;
  return text === undefined || text.includes(key) ? `Connection to the membership platform failed: ${status}` : text.slice(0, 500);
}

function profileOf(body: unknown): WireMembershipProfile | null {
  const { id, user, sponsor_tier: tier, subscription_count: count, subscription_is_max: isMax, is_connected: isConnected } = asRecord(body);
  const { id: userId, username } = asRecord(user);
  const { tier_id: tierId, name, description, max_subs: maxSubscriptions } = asRecord(tier);
  if (!isInteger(id) || !isInteger(userId) || typeof username !== 'string') return null;
  if (!isInteger(tierId) || typeof name !== 'string' || typeof description !== 'string' || !isInteger(maxSubscriptions)) return null;
  if (!isInteger(count) || typeof isMax !== 'boolean') return null;
  return {
    id,
    user: { id: userId, username },
    sponsor_tier: { tier_id: tierId, name, description, max_subs: maxSubscriptions },
    subscription_count: count,
    subscription_is_max: isMax,
    ...(typeof isConnected === 'boolean' ? { is_connected: isConnected } : {}),
  };
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

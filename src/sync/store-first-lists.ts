// Stores the lists that a first visit requested before the account's mirror existed, so that the first frame shows them. Called before the
// new account is shown; pull stores or requests the remaining lists.
import { failed } from '../lib/result.ts';
import type { Mirror } from '../mirror/database.ts';
import { parseResourceKey } from '../mirror/resource-keys.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountApi, CallApi, SessionApi } from '../network/archive-api.ts';
import { isEarlySession } from '../network/early-session.ts';
import { fetchResource } from './fetch-resource.ts';
import { createIdentity } from './identity.ts';

/** Stores nothing unless the answers are known to be this account's. Lists that have not been answered yet are not awaited. */
export async function storeFirstLists(mirror: Mirror, api: CallApi & AccountApi & Pick<SessionApi, 'ping' | 'sessionMark' | 'namesUser'>): Promise<void> {
  const answers = await Promise.all([...(mirror.firstLists?.values() ?? [])].map((list) => Promise.race([list, Promise.resolve(null)])));
  const answered = answers.filter((answer) => answer !== null);
  if (answered.length === 0) return;
  // If nobody has signed in since the first early request, the early ping has already confirmed the session.
  if (!isEarlySession() && (await createIdentity(mirror, api).afterRead()) !== 'ours') return;
  const account = await mirror.registry.accounts.get(mirror.accountKey);
  if (account?.isLocked !== 0) return;
  const { signal } = new AbortController();
  // A list that cannot be used is left to pull, because a request would delay the first frame.
  const offlineApi = { ...api, call: async () => failed<ApiError>({ kind: 'aborted' }) };
  await Promise.all(
    answered.map(async ({ key, requestTime }) => {
      const resource = parseResourceKey(key);
      const list = resource && (await fetchResource({ mirror, api: offlineApi, signal }, resource, key, requestTime));
      if (list?.ok) await list.value.apply();
    }),
  );
}

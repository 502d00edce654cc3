// Whose session the archive sees. Nothing is ever sent as somebody else, nor to another archive at the same address.
import type { Mirror } from '../mirror/database.ts';
import type { SessionApi } from '../network/archive-api.ts';

export type Identity = 'ours' | 'signed-out' | 'other-account' | 'locked' | 'captive' | 'unreachable';

export async function identify(mirror: Mirror, api: Pick<SessionApi, 'ping'>): Promise<Identity> {
  const answer = await api.ping();
  if (!answer.ok) {
    if (answer.error.kind === 'forbidden') return 'signed-out';
    return answer.error.kind === 'captive' ? 'captive' : 'unreachable';
  }
  const account = await mirror.registry.accounts.get(mirror.accountKey);
  // Logged out in this or another tab: what waits stays for whoever signs in to it.
  if (!account || account.isLocked === 1) return 'locked';
  return account.userId === answer.value.user && account.archiveId === answer.value.archiveId ? 'ours' : 'other-account';
}

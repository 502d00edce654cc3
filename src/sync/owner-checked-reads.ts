// After each read of a pass over the outbox, checks that the session is still this account's. Otherwise another user's answer could be
// stored as this account's, or a change could be dropped unsent because the other user's data seems to contain it already.
import { WrongSession, type Identity } from './identity.ts';
import type { SendApi } from './row-outcome.ts';

const readNames = ['getVideo', 'listVideos', 'getChannel', 'getPlaylist', 'listPlaylists', 'findDownload', 'getUserConfig'] as const;

/** Each read throws `WrongSession` unless the session is still this account's. Writes are checked before they are sent (`markSent`). */
export function withOwnerCheck<Api extends SendApi>(api: Api, identity: Identity): Api {
  const checkedReads = readNames.map((name) => {
    const read = api[name] as (...args: unknown[]) => Promise<{ ok: boolean }>;
    return [
      name,
      async (...args: unknown[]) => {
        const answer = await read(...args);
        const sessionStatus = answer.ok ? await identity.afterRead() : 'ours';
        if (sessionStatus !== 'ours') throw new WrongSession(sessionStatus);
        return answer;
      },
    ];
  });
  return { ...api, ...(Object.fromEntries(checkedReads) as Pick<Api, (typeof readNames)[number]>) };
}

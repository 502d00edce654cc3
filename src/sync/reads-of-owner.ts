// The reads of a pass. Their answers are stored, or end a change unsent: so they count only if they are for the copy's own user.
import { NotOurs, type Identity } from './identity.ts';
import type { SendApi } from './row-outcome.ts';

const reads = ['getVideo', 'listVideos', 'getChannel', 'getPlaylist', 'listPlaylists', 'getUserConfig'] as const;

/** Each read throws {NotOurs} if somebody else has signed in meanwhile. Writes check before they leave (`markSent`). */
export function readsOfOwner<Api extends SendApi>(api: Api, identity: Identity): Api {
  const checked = reads.map((name) => {
    const read = api[name] as (...what: unknown[]) => Promise<{ ok: boolean }>;
    return [
      name,
      async (...what: unknown[]) => {
        const answer = await read(...what);
        const whose = answer.ok ? await identity.afterRead() : 'ours';
        if (whose !== 'ours') throw new NotOurs(whose);
        return answer;
      },
    ];
  });
  return { ...api, ...(Object.fromEntries(checked) as Pick<Api, (typeof reads)[number]>) };
}

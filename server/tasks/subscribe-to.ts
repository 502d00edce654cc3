// Completes a bulk subscription and reports the result. The API call has already subscribed to the channels or playlists that the archive
// knows; this task looks up the others at their source.
import { writeProblem } from '../database/write-problem.ts';
import { subscribe } from '../subscriptions/subscribe.ts';
import { rereadVideos, sourceDeps, type RefreshDeps } from './reindex.ts';
import { titleOf } from './task-titles.ts';
import type { TaskKind } from './tasks.ts';

export interface SubscribeInput {
  what: 'channel' | 'playlist';
  /** Names of the channels or playlists that the API call subscribed to. */
  subscribed: string[];
  /** The others, as typed; the task looks them up. */
  unknown: string[];
}

export function subscribeTo(deps: RefreshDeps): TaskKind {
  return {
    name: 'subscribe_to',
    title: titleOf('subscribe_to'),
    group: 'subscription:add',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { what, subscribed, unknown } = input as SubscribeInput;
      const names = [...subscribed];
      const problems: string[] = [];
      let doneCount = 0;
      const state = unknown.length === 0 ? null : await deps.sourceClient.state();
      if (state !== null && state.kind !== 'ready') problems.push(`${unknown.join(', ')}: not in this archive. ${state.message}`);
      else
        try {
          for (const [index, typedName] of unknown.entries()) {
            if (work.signal.aborted) break;
            work.update([`Subscribing to ${typedName}`, `${index + 1} of ${unknown.length}`], index / unknown.length);
            if (index > 0) await deps.sourceClient.pause(work.signal);
            const result = await subscribe({ ...deps, source: sourceDeps(deps, work) }, what, typedName, work.signal);
            doneCount += 1;
            if (result.ok) names.push(result.name);
            else problems.push(result.message);
          }
          // Imports the descriptions and pictures that were just stored; no video is read again.
          if (names.length > subscribed.length) await rereadVideos(deps, [], work);
        } catch (error) {
          const reason = writeProblem(error);
          if (reason === null) throw error;
          const remainingNames = unknown.slice(doneCount);
          problems.push(`${reason}${remainingNames.length > 0 ? ` Not subscribed to: ${remainingNames.join(', ')}.` : ''}`);
        }
      const subscribedLines = names.length === 0 ? [] : [`Subscribed to ${names.join(', ')}.`];
      return { level: problems.length > 0 ? 'error' : 'info', lines: [...subscribedLines, ...problems] };
    },
  };
}

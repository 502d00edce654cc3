// Reports the result of a bulk subscription. The call itself, in its transaction, subscribed to what the archive knows; the rest is looked up at its
// source.
import { follow } from '../subscriptions/follow.ts';
import { readAgain, sourcePlaces, type RefreshPlaces } from './read-again.ts';
import { titleOf } from './task-titles.ts';
import type { TaskKind } from './tasks.ts';

export interface SubscribeInput {
  what: 'channel' | 'playlist';
  /** Names. */
  subscribed: string[];
  /** As typed; to be looked up. */
  unknown: string[];
}

export function subscribeTo(places: RefreshPlaces): TaskKind {
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
      const state = unknown.length === 0 ? null : await places.asking.state();
      if (state !== null && state.kind !== 'ready') problems.push(`${unknown.join(', ')}: not in this archive. ${state.words}`);
      else
        for (const [place, written] of unknown.entries()) {
          if (work.signal.aborted) break;
          work.say([`Subscribing to ${written}`, `${place + 1} of ${unknown.length}`], place / unknown.length);
          if (place > 0) await places.asking.pause(work.signal);
          const followed = await follow({ ...places, source: sourcePlaces(places) }, what, written, work.signal);
          if (followed.ok) names.push(followed.words);
          else problems.push(followed.words);
        }
      if (names.length > subscribed.length) await readAgain(places, [], work);
      const done = names.length === 0 ? [] : [`Subscribed to ${names.join(', ')}.`];
      return { level: problems.length > 0 ? 'error' : 'info', lines: [...done, ...problems] };
    },
  };
}

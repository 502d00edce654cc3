// Tells what became of a subscription in bulk. The subscriptions themselves are made by the call, in its transaction.
import { titleOf } from './task-titles.ts';
import type { TaskKind } from './tasks.ts';

export interface SubscribeInput {
  what: 'channel' | 'playlist';
  /** Names. */
  subscribed: string[];
  /** As they were written. */
  unknown: string[];
}

export const subscribeTo: TaskKind = {
  name: 'subscribe_to',
  title: titleOf('subscribe_to'),
  group: 'subscription:add',
  canStartByName: false,
  canStop: false,
  run(input) {
    const { what, subscribed, unknown } = input as SubscribeInput;
    const done = subscribed.length === 0 ? [] : [`Subscribed to ${subscribed.join(', ')}.`];
    return unknown.length === 0 ? { level: 'info', lines: done } : { level: 'error', lines: [...done, notKnown(what, unknown)] };
  },
};

/** What a person reads whose subscription is refused. */
export function notKnown(what: SubscribeInput['what'], written: string[]): string {
  const subject = written.length === 1 ? `${written[0]} is` : `${written.join(', ')} are`;
  return `${subject} not in this archive. Only a ${what} that it has videos of can be subscribed to, as it does not download by itself.`;
}

// What can be kept of a source, as menu choices. Pure.
import type { SavePolicy, SaveSource } from '../../queries/saved.ts';
import { keepTexts } from '../../texts/trips.ts';
import type { KeepRule } from './use-policies.ts';

const counts = [3, 5, 10, 20] as const;
const off = 'off';

export interface KeepChoice {
  value: string;
  label: string;
}

/** A channel offers its newest, and oldest first for those starting it; a source with its own order offers what comes next in it. */
export function choicesOf(source: SaveSource): KeepChoice[] {
  const next = counts.map((count) => ({ value: `next ${count}`, label: keepTexts.next(count) }));
  const ofChannel = [
    ...counts.map((count) => ({ value: `newest ${count}`, label: keepTexts.newest(count) })),
    ...counts.slice(0, 3).map((count) => ({ value: `next ${count}`, label: keepTexts.first(count) })),
  ];
  return [{ value: off, label: keepTexts.off }, ...(source.kind === 'channel' ? ofChannel : next)];
}

export function valueOf(policy: KeepRule | null): string {
  return policy ? `${policy.order} ${policy.count}` : off;
}

/** Null: off. */
export function ruleOf(value: string): KeepRule | null {
  const [order, count] = value.split(' ');
  return order === 'newest' || order === 'next' ? { order, count: Number(count) } : null;
}

export function keptWords({ order, count }: SavePolicy): string {
  return keepTexts.keeps[order](count);
}

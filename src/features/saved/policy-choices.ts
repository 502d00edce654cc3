// The policies that a source offers, as menu choices. Pure.
import type { PolicySource, SavePolicy } from '../../queries/saved.ts';
import { policyTexts } from '../../texts/trips.ts';
import type { PolicyRule } from './use-policies.ts';

const counts = [3, 5, 10, 20] as const;
const off = 'off';

export interface PolicyChoice {
  value: string;
  label: string;
}

/**
 * A channel offers its newest unwatched videos and, for users who watch it from the beginning, its oldest ones. Other sources offer their
 * next videos.
 */
export function policyChoicesOf(source: PolicySource): PolicyChoice[] {
  const nextChoices = counts.map((count) => ({ value: `next ${count}`, label: policyTexts.next(count) }));
  const channelChoices = [
    ...counts.map((count) => ({ value: `newest ${count}`, label: policyTexts.newest(count) })),
    ...counts.slice(0, 3).map((count) => ({ value: `next ${count}`, label: policyTexts.first(count) })),
  ];
  return [{ value: off, label: policyTexts.off }, ...(source.kind === 'channel' ? channelChoices : nextChoices)];
}

export function choiceValueOf(policy: PolicyRule | null): string {
  return policy ? `${policy.order} ${policy.count}` : off;
}

/** The rule of a choice; null if the choice is "off". */
export function policyRuleOf(value: string): PolicyRule | null {
  const [order, count] = value.split(' ');
  return order === 'newest' || order === 'next' ? { order, count: Number(count) } : null;
}

export function policyText({ order, count }: SavePolicy): string {
  return policyTexts.keeps[order](count);
}

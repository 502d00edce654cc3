// The texts of a pending or settled change. Independent of React.
import { isUnavailable } from '../../lib/connection.ts';
import type { KindName, KnownMutation } from '../../mutations/kinds/table.ts';
import type { PendingChange, SyncStatus } from '../../queries/views.ts';
import type { ShownSentChange } from '../../queries/sync-sheet.ts';
import { age, clockAge } from '../../texts/formats.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import type { IconName } from '../../ui/icon.tsx';

const { change: changeTexts, parked: refusalTexts, choices, next, sheet, history } = syncSheetTexts;

interface ChangeText {
  icon: IconName;
  label: string;
}

/** A kind without a text, or with an unknown icon, does not compile. */
const textOfKind: { [Kind in KindName]: (mutation: Extract<KnownMutation, { kind: Kind }>) => ChangeText } = syncSheetTexts.kinds;

export function changeText({ mutation, isOfOtherVersion }: Pick<PendingChange, 'mutation' | 'isOfOtherVersion'>): ChangeText {
  if (isOfOtherVersion) return { icon: 'clock', label: changeTexts.ofOtherVersion };
  return (textOfKind[mutation.kind as KindName] as (mutation: PendingChange['mutation']) => ChangeText)(mutation);
}

const settingNames: Readonly<Record<string, string>> = { ...settingsTexts.names, ...settingsTexts.namesInLists };

/** The subject of the change: the title or name when the change was made, or the name of the setting. */
export function subjectText({ mutation: pendingMutation, subject }: Pick<PendingChange, 'mutation' | 'subject'>): string {
  const mutation = pendingMutation as KnownMutation;
  if (mutation.kind === 'add-downloads') return changeTexts.lines(subject, mutation.lines.length);
  return mutation.kind === 'set-config' ? (settingNames[mutation.key] ?? subject) : subject;
}

/** What a change waits for besides the archive; null if it waits for nothing else. */
export function waitReasonText({ blocker, isOfOtherVersion }: Pick<PendingChange, 'blocker' | 'isOfOtherVersion'>): string | null {
  switch (blocker?.is) {
    case 'refused-creation':
      return sheet.waitsForRefused(blocker.subject);
    case 'other-version':
      return isOfOtherVersion ? sheet.waitsForVersion : sheet.waitsBehindVersion;
    case undefined:
      return null;
  }
}

/** Why a change was refused: the server's own message if it sent one, otherwise a fixed text. */
export function parkedText(state: Extract<PendingChange['state'], { name: 'parked' }>): string {
  if (state.reason === 'ask') return refusalTexts.ask;
  if (state.message.trim() !== '') return refusalTexts.said(state.message);
  return refusalTexts[state.reason];
}

/** The effects of Retry and Discard; null if the change is not parked. */
export function choiceText({ state, dependentCount }: Pick<PendingChange, 'state' | 'dependentCount'>): string | null {
  if (state.name !== 'parked') return null;
  return dependentCount === 0 ? choices[state.reason] : `${choices[state.reason]} ${choices.also(dependentCount)}`;
}

/** The next step for a waiting change; null if the change is being sent. */
export function nextTryText(
  change: Pick<PendingChange, 'state' | 'blocker' | 'isOfOtherVersion' | 'nextTryAtMs' | 'hasFailed'>,
  { connection }: Pick<SyncStatus, 'connection'>,
  nowMs: number,
): string | null {
  if (change.state.name === 'sent') return null;
  const waitReason = waitReasonText(change);
  if (waitReason !== null) return waitReason;
  if (isUnavailable(connection.name)) return next[connection.name];
  const remainingMs = change.nextTryAtMs - nowMs;
  if (remainingMs <= 0) return next.due;
  if (!change.hasFailed) return next.soon;
  return remainingMs < minuteMs ? next.againSoon : next.againAt(clockAge(change.nextTryAtMs, nowMs));
}

const minuteMs = 60_000;

/** The outcome of a change and, if it waited for a minute or longer, when it was made. */
export function outcomeText({ outcome, askedAtMs, settledAtMs, leftCount = 0 }: ShownSentChange, nowMs: number): string {
  const outcomeLabel = outcome === 'sent' && leftCount > 0 ? `${history.sent} ${syncSheetTexts.leftAlone(leftCount)}` : history[outcome];
  return settledAtMs - askedAtMs < minuteMs ? outcomeLabel : `${outcomeLabel} ${history.made(age(askedAtMs, nowMs))}`;
}

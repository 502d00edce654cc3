// A pending change in words. Knows nothing of React.
import type { Mutation } from '../../mirror/rows.ts';
import type { KindName, KnownMutation } from '../../mutations/kinds/table.ts';
import type { PendingChange } from '../../queries/views.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import type { IconName } from '../../ui/icon.tsx';

const { change: words, parked: reasons, sheet } = syncSheetTexts;

interface ChangeWords {
  icon: IconName;
  words: string;
}

/** One that has no words, or an icon that there is none of, does not compile. */
const ofKind: { [Kind in KindName]: (mutation: Extract<KnownMutation, { kind: Kind }>) => ChangeWords } = syncSheetTexts.kinds;

export function changeWords({ mutation, isOfOtherVersion }: Pick<PendingChange, 'mutation' | 'isOfOtherVersion'>): ChangeWords {
  if (isOfOtherVersion) return { icon: 'clock', words: words.ofOtherVersion };
  return (ofKind[mutation.kind as KindName] as (mutation: Mutation) => ChangeWords)(mutation);
}

const settingNames: Readonly<Record<string, string>> = { ...settingsTexts.names, ...settingsTexts.namesInLists };

/** What it is about: the title or name that it had, or the setting. */
export function subjectWords({ mutation: asked, subject }: Pick<PendingChange, 'mutation' | 'subject'>): string {
  const mutation = asked as KnownMutation;
  if (mutation.kind === 'add-downloads') return words.lines(subject, mutation.lines.length);
  return mutation.kind === 'set-config' ? (settingNames[mutation.key] ?? subject) : subject;
}

/** What a change waits for beside the archive; null: nothing. */
export function waitsWords({ blocker, isOfOtherVersion }: Pick<PendingChange, 'blocker' | 'isOfOtherVersion'>): string | null {
  switch (blocker?.is) {
    case 'refused-creation':
      return sheet.waitsForRefused(blocker.subject);
    case 'other-version':
      return isOfOtherVersion ? sheet.waitsForVersion : sheet.waitsBehindVersion;
    case undefined:
      return null;
  }
}

/** Why a change was refused; the server's own words where it sent some. */
export function parkedWords(state: Extract<PendingChange['state'], { name: 'parked' }>): string {
  if (state.reason === 'ask') return reasons.ask;
  if (state.message.trim() !== '') return reasons.said(state.message);
  return reasons[state.reason];
}

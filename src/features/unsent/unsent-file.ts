// Unsent changes as a file for the user: each change as a text and with all its data.
import type { Unsent } from '../../queries/unsent.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { changeText, subjectText } from './change-text.ts';

export function unsentFile({ account, changes }: Unsent): File {
  const entries = changes.map((change) => ({
    what: changeText(change).label,
    of: subjectText(change),
    madeAt: new Date(change.createdAtMs).toISOString(),
    change: change.mutation,
  }));
  return new File([JSON.stringify({ account: account.name, archive: account.archiveId, changes: entries }, null, 2)], syncSheetTexts.unsent.fileName, {
    type: 'application/json',
  });
}

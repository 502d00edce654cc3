// The list of unsent changes in this person's other copies, which can be exported or discarded. Part of the sync sheet.
import { useCallback, useEffect, useState } from 'react';
import { discardChangesOf, readOtherCopies, type OtherCopy } from '../../commands/other-copies.ts';
import { browserExport } from '../../features/saved/export-video.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import type { PendingChange } from '../../queries/views.ts';
import { unsentOf } from '../../queries/unsent.ts';
import { unsentFile } from '../../features/unsent/unsent-file.ts';
import { age } from '../../texts/formats.ts';
import { otherCopyTexts as texts } from '../../texts/other-copies.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './sync-sheet.module.css';
import { WaitingChange } from './waiting-change.tsx';
import { inBackground } from '../../lib/in-background.ts';

export function OtherCopiesSection({ nowMs }: { nowMs: number }) {
  const mirror = useMirror();
  const showToast = useToast();
  const [copies, setCopies] = useState<readonly OtherCopy[]>([]);
  const [copyToDiscard, setCopyToDiscard] = useState<OtherCopy | null>(null);
  const readCopies = useCallback(async (): Promise<void> => setCopies(await readOtherCopies(mirror)), [mirror]);
  useEffect(() => inBackground(readCopies(), 'Other copies could not be read'), [readCopies]);

  async function discard({ account }: OtherCopy): Promise<void> {
    setCopyToDiscard(null);
    if (!(await discardChangesOf(mirror, account))) showToast({ text: texts.notDiscarded });
    await readCopies();
  }

  return (
    <>
      {copies
        .filter(({ changes }) => changes.length > 0)
        .map((copy) => {
          const changes = copy.changes.map((row) => toPendingChange(row, mirror.db.kinds.of(row.mutation) === null));
          return (
            <section key={copy.account.accountKey} aria-label={texts.waitTitle(changes.length)}>
              <h3 className={styles['label']}>{texts.listTitle(age(copy.account.lastUsedAtMs, nowMs))}</h3>
              <p className={styles['other']}>{texts.listText}</p>
              <ul className={styles['list']}>
                {changes.map((change) => (
                  <WaitingChange key={change.sequence} change={change} nowMs={nowMs} />
                ))}
              </ul>
              <div className={styles['buttons']}>
                <Button size="small" onClick={() => browserExport.download(unsentFile(unsentOf(copy.account, copy.changes, mirror.db.kinds)))}>
                  {texts.export}
                </Button>
                <Button size="small" tone="danger" onClick={() => setCopyToDiscard(copy)}>
                  {texts.discard}
                </Button>
              </div>
            </section>
          );
        })}
      {copyToDiscard ? (
        <ConfirmDialog
          question={syncSheetTexts.sheet.discardQuestion(copyToDiscard.changes.length)}
          consequence={texts.discardText}
          cancelLabel={syncSheetTexts.sheet.keep}
          // fire and forget: the list is read again
          answers={[{ label: syncSheetTexts.sheet.discard, tone: 'danger-fill', onChoose: () => void discard(copyToDiscard) }]}
          onCancel={() => setCopyToDiscard(null)}
        />
      ) : null}
    </>
  );
}

/** Changes in another copy are not sent, so none of them fails or blocks another change. */
function toPendingChange(
  { sequence, mutation, subject, state, createdAtMs, nextTryAtMs }: OtherCopy['changes'][number],
  isOfOtherVersion: boolean,
): PendingChange {
  const fields = { sequence, mutation, subject, state, createdAtMs, nextTryAtMs, isOfOtherVersion };
  return { ...fields, dependentCount: 0, hasFailed: false, blocker: null, isServerFailing: false };
}

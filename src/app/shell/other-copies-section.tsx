// Unsent changes in other copies of this person: shown, exported, discarded. Part of the sync sheet.
import { useCallback, useEffect, useState } from 'react';
import { discardChangesOf, otherCopies, type OtherCopy } from '../../commands/other-copies.ts';
import { exportHere } from '../../features/saved/export-film.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import type { PendingChange } from '../../queries/views.ts';
import { unsentOf } from '../../queries/unsent.ts';
import { unsentFile } from '../../features/unsent/unsent-file.ts';
import { age } from '../../texts/formats.ts';
import { otherCopyTexts as words } from '../../texts/other-copies.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './sync-sheet.module.css';
import { WaitingChange } from './waiting-change.tsx';

export function OtherCopiesSection({ nowMs }: { nowMs: number }) {
  const mirror = useMirror();
  const showToast = useToast();
  const [copies, setCopies] = useState<readonly OtherCopy[]>([]);
  const [asked, setAsked] = useState<OtherCopy | null>(null);
  const read = useCallback(async (): Promise<void> => setCopies(await otherCopies(mirror)), [mirror]);
  useEffect(() => void read().catch((reason: unknown) => console.warn('Other copies could not be read', reason)), [read]);

  async function discard({ account }: OtherCopy): Promise<void> {
    setAsked(null);
    if (!(await discardChangesOf(mirror, account))) showToast({ text: words.notDiscarded });
    await read();
  }

  return (
    <>
      {copies
        .filter(({ changes }) => changes.length > 0)
        .map((copy) => {
          const changes = copy.changes.map((row) => changeOf(row, mirror.db.kinds.of(row.mutation) === null));
          return (
            <section key={copy.account.accountKey} aria-label={words.waitTitle(changes.length)}>
              <h3 className={styles['label']}>{words.listTitle(age(copy.account.lastUsedAtMs, nowMs))}</h3>
              <p className={styles['other']}>{words.listText}</p>
              <ul className={styles['list']}>
                {changes.map((change) => (
                  <WaitingChange key={change.sequence} change={change} nowMs={nowMs} />
                ))}
              </ul>
              <div className={styles['answers']}>
                <Button size="small" onClick={() => exportHere.download(unsentFile(unsentOf(copy.account, copy.changes, mirror.db.kinds)))}>
                  {words.export}
                </Button>
                <Button size="small" tone="danger" onClick={() => setAsked(copy)}>
                  {words.discard}
                </Button>
              </div>
            </section>
          );
        })}
      {asked ? (
        <ConfirmDialog
          question={syncSheetTexts.sheet.discardQuestion(asked.changes.length)}
          consequence={words.discardText}
          cancelLabel={syncSheetTexts.sheet.keep}
          answers={[{ label: syncSheetTexts.sheet.discard, tone: 'danger-fill', onChoose: () => void discard(asked) }]} // the list follows what is left
          onCancel={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

/** Nothing is sent from there, so nothing there blocks or fails. */
function changeOf({ sequence, mutation, subject, state, createdAtMs, nextTryAtMs }: OtherCopy['changes'][number], isOfOtherVersion: boolean): PendingChange {
  const fields = { sequence, mutation, subject, state, createdAtMs, nextTryAtMs, isOfOtherVersion };
  return { ...fields, alsoCount: 0, isTriedBefore: false, blocker: null, isServerFailing: false };
}

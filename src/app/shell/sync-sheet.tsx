// The sync sheet: the state of the connection, refused and waiting changes, and the age of this copy.
import { Suspense, useId, useState } from 'react';
import { discardAllChanges, discardChange, retryChange, syncNow, tryNow } from '../../mutations/outbox-rows.ts';
import { useLocalAccounts } from '../../queries/session.ts';
import { useCopyAges, usePendingChanges } from '../../queries/sync-sheet.ts';
import type { PendingChange, SyncStatus } from '../../queries/views.ts';
import { age } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { ExportUnsent } from '../../features/unsent/export-unsent.tsx';
import { changeText, choiceText, parkedText, subjectText } from '../../features/unsent/change-text.ts';
import { useWrite } from '../../features/writes/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { headlineTone, syncHeadline } from './sync-headline.ts';
import { syncStatusView } from './sync-status-view.ts';
import styles from './sync-sheet.module.css';
import { SentList } from './sent-list.tsx';
import { WaitingChange } from './waiting-change.tsx';

const { sheet: texts } = syncSheetTexts;
const otherCopies = lazyChunk(async () => (await import('./other-copies-section.tsx')).OtherCopiesSection);

export function SyncSheet({ status, nowMs, onClose }: { status: SyncStatus; nowMs: number; onClose: () => void }) {
  const { mutate } = useWrite();
  const changes = usePendingChanges();
  const ages = useCopyAges();
  const hasOtherCopies = useLocalAccounts().length > 1;
  const [isConfirming, setIsConfirming] = useState(false);
  const view = syncStatusView(status, nowMs);
  const headline = syncHeadline(status, nowMs);
  const refusedChanges = changes.filter((change) => change.state.name === 'parked');
  const waitingChanges = changes.filter((change) => change.state.name !== 'parked');
  const isAllSent = (view.tone === 'ok' || view.tone === 'plain') && changes.length === 0;
  const ageText = (ms: number | null) => (ms === null ? null : age(ms, nowMs));

  // The mutations below are fire and forget, because the sheet is redrawn when the rows change.
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          {changes.length > 0 ? <Button onClick={() => setIsConfirming(true)}>{texts.discardAll}</Button> : null}
          <Button tone={isAllSent ? 'plain' : 'primary'} onClick={() => void mutate(isAllSent ? syncNow : tryNow)}>
            {isAllSent ? texts.syncNow : texts.tryNow}
          </Button>
        </>
      }
    >
      <div className={classNames(styles['state'], styles[headlineTone(status, view)])}>
        <span className={styles['state-icon']}>
          <Icon name={view.icon} size={24} />
        </span>
        <div>
          <b>{headline.title}</b>
          <p>{headline.text}</p>
        </div>
      </div>

      {refusedChanges.length > 0 ? (
        <>
          <h3 className={classNames(styles['label'], styles['needs-you'])}>{texts.needsYou}</h3>
          <ul className={styles['list']}>
            {refusedChanges.map((change) => (
              <RefusedChange
                key={change.sequence}
                change={change}
                nowMs={nowMs}
                onRetry={() => void mutate((mirror) => retryChange(mirror, change.sequence))}
                onDiscard={() => void mutate((mirror) => discardChange(mirror, change.sequence))}
              />
            ))}
          </ul>
        </>
      ) : null}

      {waitingChanges.length > 0 ? (
        <>
          <h3 className={styles['label']}>{texts.waitingList}</h3>
          <ul className={styles['list']}>
            {waitingChanges.map((change) => (
              <WaitingChange
                key={change.sequence}
                change={change}
                nowMs={nowMs}
                sending={{ status, onDiscard: () => void mutate((mirror) => discardChange(mirror, change.sequence)) }}
              />
            ))}
          </ul>
        </>
      ) : null}

      {hasOtherCopies ? (
        <ChunkBoundary>
          <Suspense>
            <otherCopies.Component nowMs={nowMs} />
          </Suspense>
        </ChunkBoundary>
      ) : null}

      <SentList nowMs={nowMs} />

      <h3 className={styles['label']}>{texts.thisCopy}</h3>
      <dl className={styles['facts']}>
        <dt>{texts.videos}</dt>
        <dd>{texts.copyOf(ages.videoCount, ageText(ages.videosAtMs))}</dd>
        <dt>{texts.channels}</dt>
        <dd>{texts.copyOf(ages.channelCount, ageText(ages.channelsAtMs))}</dd>
        <dt>{texts.lastAnswer}</dt>
        <dd>{ageText(status.connection.lastAnswerAtMs) ?? texts.never}</dd>
      </dl>

      {isConfirming ? (
        <ConfirmDialog
          question={texts.discardQuestion(changes.length)}
          consequence={texts.discardText(changes.length)}
          aside={<ExportUnsent count={changes.length} />}
          cancelLabel={texts.keep}
          answers={[
            {
              label: texts.discard,
              tone: 'danger-fill',
              onChoose: () => {
                setIsConfirming(false);
                void mutate(discardAllChanges);
              },
            },
          ]}
          onCancel={() => setIsConfirming(false)}
        />
      ) : null}
    </Sheet>
  );
}

interface RefusedChangeProps {
  change: PendingChange;
  nowMs: number;
  onRetry: () => void;
  onDiscard: () => void;
}

function RefusedChange({ change, nowMs, onRetry, onDiscard }: RefusedChangeProps) {
  const [labelId, subjectId] = [useId(), useId()];
  if (change.state.name !== 'parked') return null;
  const described = { 'aria-describedby': `${labelId} ${subjectId}` };
  return (
    <li className={styles['refused']}>
      <span className={styles['change-icon']}>
        <Icon name="warning" size={19} />
      </span>
      <div>
        <b id={labelId}>{changeText(change).label}</b>
        <p id={subjectId}>{`${subjectText(change)} · ${age(change.createdAtMs, nowMs)}`}</p>
        <p className={styles['reason']}>{parkedText(change.state)}</p>
        <p>{choiceText(change)}</p>
        <div className={styles['buttons']}>
          <Button size="small" icon="retry" onClick={onRetry} {...described}>
            {texts.retry}
          </Button>
          <Button size="small" tone="danger" onClick={onDiscard} {...described}>
            {texts.discard}
          </Button>
        </div>
      </div>
    </li>
  );
}

// Snapshots of the index: a switch for daily snapshots, a button that creates a snapshot now, and the list of snapshots, each of which can
// be restored after two confirmations.
import { useState } from 'react';
import type { WireAppSettings, WireSnapshotInfo } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { usePageDocument } from '../../queries/page-documents.ts';
import { appSettingsTexts } from '../../texts/app-settings.ts';
import { clockTime, dayName } from '../../texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { CommandButton } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { RestoreQuestion } from '../../features/settings/restore-question.tsx';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { useExpectTask } from '../../features/commands/use-task-watch.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { SwitchRow } from './setting-rows.tsx';
import { SectionIcon } from './section-icon.tsx';
import styles from './application-settings.module.css';

const texts = appSettingsTexts.snapshots;

export function SnapshotsCard({ id, settings }: { id: string; settings: WireAppSettings }) {
  const view = usePageDocument('page:snapshots');
  return (
    <SettingCard title={appSettingsTexts.sections.snapshots} icon={<SectionIcon name="snapshots" />} id={id}>
      <SwitchRow settings={settings} section="application" setting="enable_snapshot" />
      <ViewContent view={view} isSmall>
        {(info) => <Snapshots info={info} />}
      </ViewContent>
    </SettingCard>
  );
}

function Snapshots({ info }: { info: WireSnapshotInfo }) {
  const { createSnapshot } = useSettingsCommands();
  const expectTask = useExpectTask();
  const isAway = useIsAway();
  // A task creates the snapshot, and the list is requested again when the task has ended.
  const create = async (): ReturnType<typeof createSnapshot> => {
    const result = await createSnapshot();
    if (result.ok) expectTask();
    return result;
  };
  const keptDays = /^(\d+)d$/.exec(info.expire_after)?.[1];
  const facts = [
    info.next_exec_str === '' ? null : texts.next(minuteText(info.next_exec_str)),
    info.expire_after === '' ? null : texts.kept(keptDays === undefined ? info.expire_after : texts.days(Number(keptDays))),
  ];
  return (
    <>
      <SettingRow label={texts.list} note={<p className={styles['fact']}>{facts.filter(Boolean).join(' ')}</p>}>
        {() => (
          <CommandButton icon="plus" isDisabled={isAway} run={create}>
            {texts.create}
          </CommandButton>
        )}
      </SettingRow>
      {info.snapshots.length === 0 ? <p className={styles['none']}>{texts.none}</p> : null}
      <ul className={styles['list']} aria-label={texts.list}>
        {info.snapshots.map((snapshot) => (
          <Snapshot key={snapshot.id} snapshot={snapshot} />
        ))}
      </ul>
    </>
  );
}

/** A minute on the server's clock (`2026-02-16 12:00`) in the user's format. Any other text is returned unchanged. */
function minuteText(stamp: string): string {
  const date = new Date(stamp.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? stamp : `${dayName(date)} ${clockTime(date)}`;
}

type Step = 'idle' | 'asking' | 'started';

function Snapshot({ snapshot: { id, start_date: start, state, reason = '', duration_s: seconds } }: { snapshot: WireSnapshotInfo['snapshots'][number] }) {
  const { restoreSnapshot } = useSettingsCommands();
  const startText = minuteText(start);
  const isAway = useIsAway();
  const [step, setStep] = useState<Step>('idle');

  async function restore(): Promise<string | null> {
    const result = await restoreSnapshot(id);
    if (result.ok) setStep('started');
    return result.ok ? null : commandErrorText(result.error);
  }

  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['item-title']}>{startText}</p>
        <p className={styles['fact']}>
          {[texts.states[state] ?? state, reason, state === 'SUCCESS' && seconds > 0 ? texts.took(seconds) : null].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span role="status" className={styles['fact']}>
        {step === 'started' ? texts.started : null}
      </span>
      {step === 'started' ? null : (
        <Button aria-label={texts.restoreOf(startText)} disabled={isAway || state !== 'SUCCESS'} onClick={() => setStep('asking')}>
          {texts.restore}
        </Button>
      )}
      {step === 'asking' ? (
        <RestoreQuestion
          texts={{ ...texts, question: texts.question(startText), answer: texts.restore }}
          onRestore={restore}
          onClose={() => setStep((current) => (current === 'started' ? current : 'idle'))}
        />
      ) : null}
    </li>
  );
}

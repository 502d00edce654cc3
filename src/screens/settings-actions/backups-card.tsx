// Backups of the index, newest first. Restoring one asks twice.
import { useState } from 'react';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { WireBackup } from '../../contract/names.ts';
import { useUserConfig } from '../../queries/session.ts';
import type { View } from '../../queries/views.ts';
import { actionsTexts } from '../../texts/actions.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { Button } from '../../ui/button.tsx';
import { CommandStatus } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { RestoreQuestion } from '../../features/settings/restore-question.tsx';
import { SettingCard } from '../../features/settings/setting-card.tsx';
import { ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useExpectTask } from '../../features/commands/use-task-watch.ts';
import styles from './actions.module.css';
import { useIsTaskRunning } from './use-running-task.ts';

const texts = actionsTexts.restore;

type RestoreState = { name: 'idle' } | { name: 'asking'; filename: string } | { name: 'started'; taskId: string | null };

export function BackupsCard({ view }: { view: View<WireBackup[]> }) {
  const { restoreBackup } = useSettingsCommands();
  const expectTask = useExpectTask();
  const isAway = useIsAway();
  const [restoreState, setRestoreState] = useState<RestoreState>({ name: 'idle' });
  const isRunning = useIsTaskRunning(restoreState.name === 'started' ? restoreState.taskId : null, restoreState.name === 'started');

  async function restore(filename: string): Promise<string | null> {
    const result = await restoreBackup(filename);
    if (!result.ok) return commandErrorText(result.error);
    expectTask();
    setRestoreState({ name: 'started', taskId: result.value });
    return null;
  }

  return (
    <div className={styles['backups']}>
      <SettingCard title={texts.title}>
        <HelpLine>{texts.help}</HelpLine>
        <CommandStatus text={isRunning ? texts.progress : null} />
        <ViewContent view={view} isSmall>
          {(backups) =>
            backups.length === 0 ? (
              <p className={styles['none']}>{texts.none}</p>
            ) : (
              <ul aria-label={texts.list} className={styles['list']}>
                {backups.map((backup) => (
                  <li key={backup.filename}>
                    <BackupFacts backup={backup} />
                    <Button
                      aria-label={texts.restoreOf(backup.filename)}
                      disabled={isAway || isRunning}
                      onClick={() => setRestoreState({ name: 'asking', filename: backup.filename })}
                    >
                      {texts.restore}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </ViewContent>
      </SettingCard>
      {restoreState.name === 'asking' ? (
        <RestoreQuestion
          texts={{ ...texts, question: texts.question(restoreState.filename), answer: texts.restore }}
          onRestore={() => restore(restoreState.filename)}
          onClose={() => setRestoreState((current) => (current.name === 'asking' ? { name: 'idle' } : current))}
        />
      ) : null}
    </div>
  );
}

function BackupFacts({ backup: { timestamp, reason, filename, file_size: bytes } }: { backup: WireBackup }) {
  const { file_size_unit: unit } = useUserConfig();
  // `False`: an old file name that contains no reason (docs/behaviour.md).
  const sourceText = reason === 'False' || reason === '' ? null : texts.source(reason);
  return (
    <div>
      <p className={styles['date']}>{actionsTexts.backupDay(timestamp)}</p>
      <p className={styles['fact']}>{[sourceText, bytes > 0 ? fileSize(bytes, unit) : null].filter(Boolean).join(' · ')}</p>
      <p className={styles['fact']}>{filename}</p>
    </div>
  );
}

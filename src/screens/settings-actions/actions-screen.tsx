// Actions that the archive runs on demand (SPEC §2 "Actions page"). Each starts a task, whose card shows its progress.
import { useState } from 'react';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { WireImportOptions } from '../../contract/names.ts';
import { useIsEmbeddedServer, usePageDocument } from '../../queries/page-documents.ts';
import { actionsTexts } from '../../texts/actions.ts';
import { Switch } from '../../ui/switch.tsx';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { StaleNote, StaffSettingsPage } from '../../features/settings/staff-settings-page.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { BackupsCard } from './backups-card.tsx';
import styles from './actions.module.css';
import { StartButton, type StartTask } from './start-button.tsx';

export function ActionsScreen() {
  return (
    <StaffSettingsPage title={actionsTexts.title}>
      <Actions />
    </StaffSettingsPage>
  );
}

function Actions() {
  const { startManualImport, startRescan, startEmbedding, startBackup } = useSettingsCommands();
  const settings = usePageDocument('app-settings');
  const isEmbeddedServer = useIsEmbeddedServer();
  const { rescan } = actionsTexts;
  const backups = usePageDocument('page:backups');
  // An archive that has the setting `pot_provider_url` accepts the options, because both were added in the same release. With older
  // archives, the calls themselves fall back to the older API.
  const hasOptions = settings.state === 'ready' && Object.hasOwn(settings.data.downloads, 'pot_provider_url');
  return (
    <>
      <StaleNote views={[backups]} text={actionsTexts.away} />
      <div className={styles['cards']}>
        <ImportCard texts={actionsTexts.manualImport} hasOptions={hasOptions} start={startManualImport} />
        <ImportCard texts={isEmbeddedServer ? rescan : { ...rescan, help: rescan.helpForgetting }} hasOptions={hasOptions} start={startRescan} />
        <ActionCard texts={actionsTexts.embed} start={startEmbedding} />
        <ActionCard texts={actionsTexts.backup} start={startBackup} />
      </div>
      <BackupsCard view={backups} />
    </>
  );
}

interface ActionTexts {
  title: string;
  help: string;
  progress: string;
}

function Action({ texts, start }: { texts: ActionTexts; start: StartTask }) {
  return (
    <div className={styles['action']}>
      <p>{texts.help}</p>
      <StartButton label={actionsTexts.startOf(texts.title)} progress={texts.progress} start={start} />
    </div>
  );
}

function ActionCard({ texts, start }: { texts: ActionTexts; start: StartTask }) {
  return (
    <SettingCard title={texts.title}>
      <Action texts={texts} start={start} />
    </SettingCard>
  );
}

const optionNames = ['ignore_error', 'prefer_local'] as const satisfies readonly (keyof WireImportOptions)[];

interface ImportCardProps {
  texts: ActionTexts;
  hasOptions: boolean;
  start: (options: WireImportOptions) => ReturnType<StartTask>;
}

function ImportCard({ texts, hasOptions, start }: ImportCardProps) {
  const isAway = useIsAway();
  const [options, setOptions] = useState<WireImportOptions>({ ignore_error: false, prefer_local: false });
  return (
    <SettingCard title={texts.title}>
      <Action texts={texts} start={() => start(options)} />
      {hasOptions
        ? optionNames.map((name) => (
            <SettingRow key={name} label={actionsTexts.options[name]} help={actionsTexts.options[`${name}Help`]}>
              {({ labelId, helpId }) => (
                <Switch
                  isOn={options[name]}
                  disabled={isAway}
                  aria-labelledby={labelId}
                  aria-describedby={helpId}
                  onChange={(isOn) => setOptions({ ...options, [name]: isOn })}
                />
              )}
            </SettingRow>
          ))
        : null}
    </SettingCard>
  );
}

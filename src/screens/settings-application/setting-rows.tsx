// One row for each setting that this archive has sent. Other settings have no row, so the client never changes them.
import { useState, type ReactNode } from 'react';
import type { WireAppSettings } from '../../contract/names.ts';
import type { SettingsSection } from '../../commands/settings-commands.ts';
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import type { Parsed } from '../../ui/field-draft.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ValueField } from '../../ui/value-field.tsx';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { FormatExamples } from './format-examples.tsx';
import styles from './application-settings.module.css';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { commandErrorText } from '../../features/commands/command-error-text.ts';

/** The keys of a section's settings whose values are of one type. */
type KeysOf<Section extends SettingsSection, Value> = {
  [Key in keyof WireAppSettings[Section]]-?: NonNullable<WireAppSettings[Section][Key]> extends Value ? Key : never;
}[keyof WireAppSettings[Section]] &
  keyof typeof texts.names;

interface RowProps<Section extends SettingsSection, Key> {
  settings: WireAppSettings;
  section: Section;
  setting: Key;
}

interface FieldRowProps<Section extends SettingsSection, Value> extends RowProps<Section, KeysOf<Section, NonNullable<Value>>> {
  parse: (text: string) => Parsed<Value | null>;
  variant?: 'number' | 'text' | 'code';
  unit?: string;
  remark?: (text: string) => ReactNode;
}

/** The row of a number or a text. An empty field unsets the setting. */
export function FieldRow<Section extends SettingsSection, Value extends string | number>(props: FieldRowProps<Section, Value>) {
  const { settings, section, setting, ...fieldProps } = props;
  const save = useSaveSetting();
  const isAway = useIsAway();
  const values = settings[section];
  if (!Object.hasOwn(values, setting)) return null;
  const name = texts.names[setting];
  return (
    <SettingRow label={name} help={helpOf(setting)} isStacked={fieldProps.variant === 'code'}>
      {(ids) => (
        <>
          <ValueField<Value | null>
            {...ids}
            {...fieldProps}
            name={name}
            savedValue={(values[setting] ?? null) as Value | null}
            canUnset
            isReadOnly={isAway}
            onSave={(value) => save(section, setting, value as never)} // KeysOf guarantees the type
          />
          <FormatExamples setting={setting} />
        </>
      )}
    </SettingRow>
  );
}

/** The row of a switch. A change is sent immediately. If the archive refuses the change, the switch reverts and the reason is shown. */
export function SwitchRow<Section extends SettingsSection>({ settings, section, setting }: RowProps<Section, KeysOf<Section, boolean>>) {
  const values = settings[section];
  const save = useSaveSetting();
  if (!Object.hasOwn(values, setting)) return null;
  const name = texts.names[setting];
  return (
    <SettingRow label={name} help={helpOf(setting)}>
      {({ labelId, helpId }) => (
        <SavingControl value={values[setting] === true} onSave={(isOn) => save(section, setting, isOn as never)}>
          {({ value, isDisabled, choose }) => (
            <Switch isOn={value} disabled={isDisabled} aria-labelledby={labelId} aria-describedby={helpId} onChange={choose} />
          )}
        </SavingControl>
      )}
    </SettingRow>
  );
}

type ChoiceKey = keyof typeof texts.choices & ('subtitle_source' | 'comment_sort');

/** The row of a choice among a few values. The option `unset` unsets the setting. */
export function ChoiceRow({ settings, setting }: { settings: WireAppSettings; setting: ChoiceKey }) {
  const save = useSaveSetting();
  if (!Object.hasOwn(settings.downloads, setting)) return null;
  const name = texts.names[setting];
  const options = [
    { value: 'unset', label: texts.choices.unset },
    ...Object.entries<string>(texts.choices[setting]).map(([value, label]) => ({ value, label })),
  ];
  return (
    <SettingRow label={name} help={helpOf(setting)}>
      {() => (
        <SavingControl
          value={settings.downloads[setting] ?? 'unset'}
          onSave={(choice) => save('downloads', setting, choice === 'unset' ? null : (choice as NonNullable<WireAppSettings['downloads'][ChoiceKey]> as never))}
        >
          {({ value, choose }) => <Segmented label={name} options={options} value={value} onChange={choose} />}
        </SavingControl>
      )}
    </SettingRow>
  );
}

interface SavingControlProps<Value> {
  value: Value;
  /** Resolves to null once the value is saved, otherwise to the reason, as a text for the user. */
  onSave: (value: Value) => Promise<string | null>;
  children: (control: { value: Value; isDisabled: boolean; choose: (value: Value) => void }) => ReactNode;
}

type SaveState<Value> = { name: 'idle' } | { name: 'busy'; value: Value } | { name: 'failed'; reason: string };

/** A control without a save button. A choice is shown immediately, while it is still being sent. */
function SavingControl<Value>({ value, onSave, children }: SavingControlProps<Value>) {
  const isAway = useIsAway();
  const [saveState, setSaveState] = useState<SaveState<Value>>({ name: 'idle' });

  async function choose(chosenValue: Value): Promise<void> {
    if (saveState.name === 'busy') return;
    setSaveState({ name: 'busy', value: chosenValue });
    const reason = await onSave(chosenValue);
    setSaveState(reason === null ? { name: 'idle' } : { name: 'failed', reason });
  }

  return (
    <div className={styles['control']} aria-busy={saveState.name === 'busy'}>
      <fieldset disabled={isAway} className={styles['controls']}>
        {children({ value: saveState.name === 'busy' ? saveState.value : value, isDisabled: isAway, choose: (chosenValue) => void choose(chosenValue) })}
      </fieldset>
      {saveState.name === 'failed' ? (
        <p role="alert" className={styles['failure']}>
          {saveState.reason}
        </p>
      ) : null}
    </div>
  );
}

function helpOf(setting: keyof typeof texts.names): string {
  return texts.help[setting];
}

/** Resolves to null once the value is saved, otherwise to the reason, as a text for the user. */
export type SaveSetting = <Section extends SettingsSection, Key extends keyof WireAppSettings[Section]>(
  section: Section,
  key: Key,
  value: WireAppSettings[Section][Key] | null,
) => Promise<string | null>;

function useSaveSetting(): SaveSetting {
  const { setAppSetting } = useSettingsCommands();
  return async (section, key, value) => {
    const result = await setAppSetting(section, key, value);
    return result.ok ? null : commandErrorText(result.error);
  };
}

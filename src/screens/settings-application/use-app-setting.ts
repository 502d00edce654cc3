import type { WireAppSettings } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { SettingsSection } from '../../commands/settings-commands.ts';
import { commandWords } from '../../features/commands/command-words.ts';

/** Null: the archive has it. Else why not, in words. */
export type SaveSetting = <Section extends SettingsSection, Key extends keyof WireAppSettings[Section]>(
  section: Section,
  key: Key,
  value: WireAppSettings[Section][Key] | null,
) => Promise<string | null>;

export function useSaveSetting(): SaveSetting {
  const { setAppSetting } = useSettingsCommands();
  return async (section, key, value) => {
    const result = await setAppSetting(section, key, value);
    return result.ok ? null : commandWords(result.error);
  };
}

import { useMemo } from 'react';
import { useCommands } from './commands-context.tsx';
import { createSettingsCommands, type SettingsCommands } from './settings-commands.ts';

/** The settings commands, for screens inside the shell, where an account is open. */
export function useSettingsCommands(): SettingsCommands {
  const commands = useCommands();
  return useMemo(() => {
    const context = commands.context();
    if (!context) throw new Error('No account is open');
    return createSettingsCommands(context);
  }, [commands]);
}

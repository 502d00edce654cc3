// The PO token (proof of origin, which YouTube may require for downloads). The two generations of servers have different settings
// (docs/behaviour.md, Two generations). `potoken` gets a field for the token. `pot_provider_url` gets a field for the address of a token
// provider.
import type { WireAppSettings } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { appSettingsTexts } from '../../texts/app-settings.ts';
import { ValueField } from '../../ui/value-field.tsx';
import { CommandButton } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { FieldRow } from './setting-rows.tsx';
import { parseAddress, parsePoToken } from './setting-rules.ts';
import { SectionIcon } from './section-icon.tsx';
import styles from './application-settings.module.css';

const texts = appSettingsTexts.poToken;

/** The card is absent if the archive has neither setting. */
export function PoTokenCard({ id, settings }: { id: string; settings: WireAppSettings }) {
  const { downloads } = settings;
  const hasToken = Object.hasOwn(downloads, 'potoken');
  if (!hasToken && !Object.hasOwn(downloads, 'pot_provider_url')) return null;
  return (
    <SettingCard title={appSettingsTexts.sections.potoken} icon={<SectionIcon name="potoken" />} id={id}>
      {hasToken ? <TokenRow isStored={downloads.potoken === true} /> : null}
      <FieldRow settings={settings} section="downloads" setting="pot_provider_url" variant="text" parse={parseAddress} />
    </SettingCard>
  );
}

function TokenRow({ isStored }: { isStored: boolean }) {
  const { setPoToken, deletePoToken } = useSettingsCommands();
  const isAway = useIsAway();

  async function save(token: string | null): Promise<string | null> {
    if (token === null) return null;
    const result = await setPoToken(token);
    return result.ok ? null : commandErrorText(result.error);
  }

  return (
    <SettingRow label={texts.label} help={texts.help} note={<p className={styles['fact']}>{isStored ? texts.stored : texts.none}</p>}>
      {(ids) => (
        <>
          {/* The stored token cannot be read back, so the field starts empty, and a token typed here replaces the stored one. */}
          <ValueField<string | null>
            {...ids}
            name={texts.label}
            variant="code"
            savedValue={null}
            canUnset={!isStored}
            parse={parsePoToken}
            isReadOnly={isAway}
            onSave={save}
          />
          {isStored ? (
            <CommandButton tone="danger" isDisabled={isAway} run={deletePoToken}>
              {texts.remove}
            </CommandButton>
          ) : null}
        </>
      )}
    </SettingRow>
  );
}

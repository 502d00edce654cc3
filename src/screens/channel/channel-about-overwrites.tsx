// The overwrites of a channel: its own values of seven settings.
import { useCommands } from '../../commands/commands-context.tsx';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { clockAge } from '../../texts/formats.ts';
import { anyText, orUnset, wholeNumber } from '../../ui/field-draft.ts';
import { ValueField } from '../../ui/value-field.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import type { Channel } from './shown-channel.ts';
import { OverwriteChoice } from './overwrite-choice.tsx';
import styles from './channel-about.module.css';

type Overwrites = Channel['overwrites'];

/** Realistic values are hundreds at most; a number with more than five digits is a typing error. */
const parseNumber = orUnset(wholeNumber({ min: 0, max: 99_999 }));
const parseText = orUnset(anyText);

const rows = [
  { key: 'subscriptions_channel_size', kind: 'number' },
  { key: 'subscriptions_live_channel_size', kind: 'number' },
  { key: 'subscriptions_shorts_channel_size', kind: 'number' },
  { key: 'download_format', kind: 'text' },
  { key: 'autodelete_days', kind: 'number' },
  { key: 'index_playlists', kind: 'choice' },
  { key: 'integrate_sponsorblock', kind: 'choice' },
] as const satisfies readonly { key: keyof Overwrites; kind: 'number' | 'text' | 'choice' }[];

export function ChannelOverwrites({ channel: { channelId, overwrites, fetchedAtMs } }: { channel: Channel }) {
  const { setChannelOverwrite } = useCommands();
  const command = useCommand();
  const isAway = useIsAway();
  const nowMs = useMountTimeMs();

  /** Resolves to null once the value is saved, otherwise to the reason, as a text for the user. */
  async function save<Key extends keyof Overwrites>(key: Key, value: Overwrites[Key]): Promise<string | null> {
    const result = await command(() => setChannelOverwrite(channelId, key, value), { failureText: () => null });
    return result.ok ? null : commandErrorText(result.error);
  }

  return (
    <SettingCard title={texts.overwrites}>
      {isAway ? <p className={styles['away']}>{texts.away(clockAge(fetchedAtMs, nowMs))}</p> : null}
      <div className={styles['lead']}>
        <HelpLine>{texts.overwritesHelp}</HelpLine>
      </div>
      {rows.map((row) => (
        <SettingRow key={row.key} label={texts.names[row.key]} help={texts.help[row.key]}>
          {(ids) =>
            row.kind === 'choice' ? (
              <OverwriteChoice name={texts.names[row.key]} savedValue={overwrites[row.key]} onSave={(value) => save(row.key, value)} />
            ) : (
              <ValueField<string | number | null>
                {...ids}
                name={texts.names[row.key]}
                variant={row.kind === 'text' ? 'code' : 'number'}
                savedValue={overwrites[row.key]}
                unit={row.key === 'autodelete_days' ? texts.days : undefined}
                parse={row.kind === 'text' ? parseText : parseNumber}
                canUnset
                // a number field yields only numbers
                onSave={(value) => save(row.key, value as Overwrites[typeof row.key])}
              />
            )
          }
        </SettingRow>
      ))}
    </SettingCard>
  );
}

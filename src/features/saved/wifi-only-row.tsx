import { canTellMetered } from '../../lib/metered.ts';
import { useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Switch } from '../../ui/switch.tsx';
import { SettingRow } from '../settings/setting-card.tsx';
import { useSavedMany } from './use-saved-many.ts';

const texts = savedScreenTexts.switches;

/** "Save on Wi-Fi only". Absent where this browser cannot save. */
export function WifiOnlyRow() {
  const link = useSavedLink();
  const plans = useSavePlans();
  const { kept } = useSavedMany();
  if (!link || !plans) return null;
  return (
    <SettingRow label={texts.wifi} help={canTellMetered() ? texts.wifiHelp : texts.wifiUnknown}>
      {({ labelId, helpId }) => (
        <Switch
          isOn={plans.preferences.isWifiOnly}
          aria-labelledby={labelId}
          aria-describedby={helpId}
          onChange={(isWifiOnly) => kept(link.wishes.changePreferences({ isWifiOnly }))}
        />
      )}
    </SettingRow>
  );
}

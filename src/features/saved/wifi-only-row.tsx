import { canDetectMetered } from '../../lib/metered.ts';
import { useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Switch } from '../../ui/switch.tsx';
import { SettingRow } from '../settings/setting-card.tsx';
import { useAttempt } from './use-attempt.ts';

const texts = savedScreenTexts.switches;

/** The setting "Save on Wi-Fi only"; absent if this browser cannot save. */
export function WifiOnlyRow() {
  const link = useSavedLink();
  const plans = useSavePlans();
  const attempt = useAttempt();
  if (!link || !plans) return null;
  return (
    <SettingRow label={texts.wifi} help={canDetectMetered() ? texts.wifiHelp : texts.wifiUnknown}>
      {({ labelId, helpId }) => (
        <Switch
          isOn={plans.preferences.isWifiOnly}
          aria-labelledby={labelId}
          aria-describedby={helpId}
          onChange={(isWifiOnly) => attempt(link.actions.changePreferences({ isWifiOnly }))}
        />
      )}
    </SettingRow>
  );
}

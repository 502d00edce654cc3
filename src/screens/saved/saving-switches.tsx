// The user's settings for saving on this device: which network may be used, and whether the screen stays on.
import { useSyncExternalStore } from 'react';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import { WifiOnlyRow } from '../../features/saved/wifi-only-row.tsx';
import { canKeepScreenOn, isScreenOnWanted, subscribeScreenOnWanted, setScreenOnWanted } from '../../lib/screen-lock.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Switch } from '../../ui/switch.tsx';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.switches;

export function SavingSwitches() {
  return (
    <div className={styles['switches']}>
      <WifiOnlyRow />
      {canKeepScreenOn() ? <ScreenRow /> : null}
    </div>
  );
}

function ScreenRow() {
  const isOn = useSyncExternalStore(subscribeScreenOnWanted, isScreenOnWanted);
  return (
    <SettingRow label={texts.screen} help={texts.screenHelp}>
      {({ labelId, helpId }) => <Switch isOn={isOn} aria-labelledby={labelId} aria-describedby={helpId} onChange={setScreenOnWanted} />}
    </SettingRow>
  );
}

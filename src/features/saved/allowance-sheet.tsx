// The sheet for the space that saved videos may take. It is opened from the Saved screen and from the settings of this device.
import { useId, useState } from 'react';
import { useSavedLink, useSavePlans } from '../../queries/saved.ts';
import { savedSpaceOf, type SavedStorage } from '../../queries/saved-storage.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Slider } from '../../ui/slider.tsx';
import styles from './allowance-sheet.module.css';
import { useAttempt } from './use-attempt.ts';

const texts = savedScreenTexts.allowance;

interface AllowanceSheetProps {
  storage: SavedStorage;
  unit: SizeUnit;
  onClose: () => void;
}

export function AllowanceSheet({ storage, unit, onClose }: AllowanceSheetProps) {
  const link = useSavedLink();
  const plans = useSavePlans();
  const attempt = useAttempt();
  const [fieldId, helpId] = [useId(), useId()];
  const gigabyte = unit === 'binary' ? 1024 ** 3 : 1000 ** 3;
  const deviceFreeBytes = storage.device && Math.max(0, storage.device.quotaBytes - storage.device.usageBytes);
  const maxGigabytes = Math.max(1, Math.floor((storage.videoBytes + (deviceFreeBytes ?? 1000 * gigabyte)) / gigabyte));
  const preferences = plans?.preferences;
  const { allowedBytes } = savedSpaceOf(storage, { budgetBytes: preferences?.budgetBytes ?? null }, 0);
  const [allowedGigabytes, setAllowedGigabytes] = useState(() => Math.min(maxGigabytes, Math.max(1, Math.round((allowedBytes ?? gigabyte) / gigabyte))));
  const allow = (budgetBytes: number | null): void => {
    if (link && budgetBytes !== (preferences?.budgetBytes ?? null)) attempt(link.actions.changePreferences({ budgetBytes }));
    onClose();
  };
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => allow(null)}>{texts.usual}</Button>
          <Button tone="primary" onClick={() => allow(allowedGigabytes * gigabyte)}>
            {texts.done}
          </Button>
        </>
      }
    >
      <label htmlFor={fieldId} className={styles['label']}>
        {texts.label}
      </label>
      {/* the slider reads it out */}
      <p className={styles['allowed']} aria-hidden="true">
        {fileSize(allowedGigabytes * gigabyte, unit)}
      </p>
      <Slider
        id={fieldId}
        min={1}
        max={maxGigabytes}
        step={1}
        value={allowedGigabytes}
        aria-valuetext={fileSize(allowedGigabytes * gigabyte, unit)}
        aria-describedby={helpId}
        onChange={setAllowedGigabytes}
      />
      <p id={helpId} className={styles['help']}>
        {deviceFreeBytes === null ? texts.helpUnknown : texts.help(fileSize(deviceFreeBytes, unit))}
      </p>
    </Sheet>
  );
}

// The control for an overwrite that is on or off (SPEC §4). While the overwrite is unset, Configure opens the two choices and Reset.
import { useState } from 'react';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './channel-about.module.css';

interface OverwriteChoiceProps {
  name: string;
  saved: boolean | null;
  /** Resolves to null when saved, otherwise to the reason in words. */
  onSave: (value: boolean | null) => Promise<string | null>;
}

const options = [
  { value: 'on', label: texts.on },
  { value: 'off', label: texts.off },
] as const;

export function OverwriteChoice({ name, saved, onSave }: OverwriteChoiceProps) {
  const [isConfiguring, setIsConfiguring] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);

  async function save(value: boolean | null): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const refusal = await onSave(value);
    setReason(refusal);
    setIsBusy(false);
    if (refusal === null) setIsConfiguring(false);
  }

  return (
    <div className={styles['overwrite']} aria-busy={isBusy}>
      {saved === null && !isConfiguring ? (
        <Button aria-label={texts.configureOf(name)} onClick={() => setIsConfiguring(true)}>
          {texts.configure}
        </Button>
      ) : (
        <Segmented label={name} options={options} value={saved === null ? null : saved ? 'on' : 'off'} onChange={(choice) => void save(choice === 'on')} />
      )}
      {saved === null && !isConfiguring ? null : (
        <Button
          tone="quiet"
          aria-label={texts.resetOf(name)}
          disabled={isBusy}
          onClick={() => {
            setIsConfiguring(false);
            if (saved === null) setReason(null);
            else void save(null);
          }}
        >
          {texts.reset}
        </Button>
      )}
      {reason === null ? null : (
        <p role="alert" className={styles['note']}>
          {reason}
        </p>
      )}
    </div>
  );
}

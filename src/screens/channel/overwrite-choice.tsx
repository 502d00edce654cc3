// The control for an overwrite that is on or off (SPEC §4). While the overwrite is unset, Configure opens the two choices and Reset.
import { useState } from 'react';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './channel-about.module.css';

interface OverwriteChoiceProps {
  name: string;
  savedValue: boolean | null;
  /** Resolves to null once the value is saved, otherwise to the reason, as a text for the user. */
  onSave: (value: boolean | null) => Promise<string | null>;
}

const options = [
  { value: 'on', label: texts.on },
  { value: 'off', label: texts.off },
] as const;

export function OverwriteChoice({ name, savedValue, onSave }: OverwriteChoiceProps) {
  const [isConfiguring, setIsConfiguring] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failureText, setFailureText] = useState<string | null>(null);

  async function save(value: boolean | null): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const failure = await onSave(value);
    setFailureText(failure);
    setIsBusy(false);
    if (failure === null) setIsConfiguring(false);
  }

  return (
    <div className={styles['overwrite']} aria-busy={isBusy}>
      {savedValue === null && !isConfiguring ? (
        <Button aria-label={texts.configureOf(name)} onClick={() => setIsConfiguring(true)}>
          {texts.configure}
        </Button>
      ) : (
        <Segmented
          label={name}
          options={options}
          value={savedValue === null ? null : savedValue ? 'on' : 'off'}
          onChange={(choice) => void save(choice === 'on')}
        />
      )}
      {savedValue === null && !isConfiguring ? null : (
        <Button
          tone="quiet"
          aria-label={texts.resetOf(name)}
          disabled={isBusy}
          onClick={() => {
            setIsConfiguring(false);
            if (savedValue === null) setFailureText(null);
            else void save(null);
          }}
        >
          {texts.reset}
        </Button>
      )}
      {failureText === null ? null : (
        <p role="alert" className={styles['failure']}>
          {failureText}
        </p>
      )}
    </div>
  );
}

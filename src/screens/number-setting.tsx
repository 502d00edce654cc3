// A number in a setting: Update appears once it differs from what is saved (SPEC §5), a tick stands for 3 s after it (§9).
import { useEffect, useState, type KeyboardEvent } from 'react';
import { settingsTexts } from '../texts/settings.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { numberDraft } from './number-draft.ts';
import type { SettingIds } from './setting-card.tsx';
import styles from './number-setting.module.css';

/** SPEC §9. */
const tickMs = 3000;

interface NumberSettingProps extends SettingIds {
  value: number;
  min: number;
  max: number;
  onSave: (value: number) => void;
}

export function NumberSetting({ value, min, max, onSave, labelId, helpId }: NumberSettingProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState(0);
  useEffect(() => {
    if (savedAt === 0) return undefined;
    const timer = setTimeout(() => setSavedAt(0), tickMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  const state = numberDraft(draft, value, { min, max });
  const errorId = `${labelId}-error`;

  function save(): void {
    if (state.name !== 'changed') return;
    onSave(state.value);
    setDraft(null);
    setSavedAt((count) => count + 1);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation();
      setDraft(null);
    }
  }

  return (
    <div className={styles['number']}>
      {savedAt > 0 && state.name === 'saved' ? (
        <span className={styles['tick']} role="status" aria-label={settingsTexts.saved}>
          <Icon name="tick" size={20} />
        </span>
      ) : null}
      <input
        className={classNames(styles['field'], state.name === 'changed' && styles['changed'])}
        inputMode="numeric"
        autoComplete="off"
        aria-labelledby={labelId}
        aria-describedby={state.name === 'invalid' ? errorId : helpId}
        aria-invalid={state.name === 'invalid'}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={press}
      />
      {state.name === 'changed' ? (
        <Button tone="primary" onClick={save}>
          {settingsTexts.update}
        </Button>
      ) : null}
      {state.name === 'invalid' ? (
        <p id={errorId} role="alert" className={styles['error']}>
          {settingsTexts.wholeNumber(min, max)}
        </p>
      ) : null}
    </div>
  );
}

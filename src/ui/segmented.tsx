import { useId, useState, type ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  /** With an icon, the label is only announced. `before` is shown in front of a visible label. */
  options: readonly { value: Value; label: string; icon?: ReactNode; before?: ReactNode }[];
  /** Null if nothing is chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A choice is shown optimistically until its stored value arrives as `value`, but no longer than this. */
const optimisticMs = 500;

/** A choice of one among a few options. Native radio buttons, so the arrow keys work. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  const [optimisticChoice, setOptimisticChoice] = useState<{ from: Value | null; to: Value } | null>(null);
  const shownValue = optimisticChoice && optimisticChoice.from === value ? optimisticChoice.to : value;

  function choose(to: Value): void {
    const newChoice = { from: value, to };
    setOptimisticChoice(newChoice);
    // A later choice has its own timeout.
    setTimeout(() => setOptimisticChoice((current) => (current === newChoice ? null : current)), optimisticMs);
    onChange(to);
  }

  return (
    <div role="radiogroup" aria-label={label} className={styles['segments']}>
      {options.map((option) => (
        <label key={option.value} className={styles['segment']} {...(option.icon ? { title: option.label } : {})}>
          <input type="radio" name={name} checked={option.value === shownValue} onChange={() => choose(option.value)} />
          {option.icon ? (
            <>
              {option.icon}
              <VisuallyHidden>{option.label}</VisuallyHidden>
            </>
          ) : (
            <>
              {option.before}
              {option.label}
            </>
          )}
        </label>
      ))}
    </div>
  );
}

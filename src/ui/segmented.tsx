import { useId, type ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  /** With an icon the label is only spoken. */
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** Null: none is chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** One of a few: native radios, so arrow keys walk them. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles['segments']}>
      {options.map((option) => (
        <label key={option.value} className={styles['segment']} {...(option.icon ? { title: option.label } : {})}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.icon ? (
            <>
              {option.icon}
              <VisuallyHidden>{option.label}</VisuallyHidden>
            </>
          ) : (
            option.label
          )}
        </label>
      ))}
    </div>
  );
}

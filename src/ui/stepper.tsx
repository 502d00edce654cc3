import { useRef } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './stepper.module.css';

interface StepperProps {
  label: string;
  fewerLabel: string;
  moreLabel: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  describedBy?: string | undefined;
}

/** An input for a small whole number. A step that would leave the range has a dimmed sign instead of a button (SPEC §5, Grid items). */
export function Stepper({ label, fewerLabel, moreLabel, value, min, max, onChange, describedBy }: StepperProps) {
  const group = useRef<HTMLDivElement>(null);

  function step(by: -1 | 1): void {
    const nextValue = value + by;
    onChange(nextValue);
    // The pressed button disappears at the end of the range, so the focus moves to the other one.
    if (nextValue === (by === 1 ? max : min)) group.current?.querySelector<HTMLElement>(`[data-step="${-by}"]`)?.focus();
  }

  return (
    <div ref={group} role="group" aria-label={label} aria-describedby={describedBy} className={styles['stepper']}>
      {value > min ? <IconButton label={fewerLabel} icon="minus" iconSize={18} data-step="-1" onClick={() => step(-1)} /> : <NoStep icon="minus" />}
      <output className={styles['value']} aria-live="polite">
        {value}
      </output>
      {value < max ? <IconButton label={moreLabel} icon="plus" iconSize={18} data-step="1" onClick={() => step(1)} /> : <NoStep icon="plus" />}
    </div>
  );
}

function NoStep({ icon }: { icon: 'minus' | 'plus' }) {
  return (
    <span className={styles['none']}>
      <Icon name={icon} size={18} />
    </span>
  );
}

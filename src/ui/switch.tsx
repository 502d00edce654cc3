import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'role'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/**
 * A switch whose change applies immediately. Its state shows in the knob's position, not only in the colour. The name comes from
 * `aria-label` or `aria-labelledby`.
 */
export function Switch({ isOn, onChange, className, ...rest }: SwitchProps) {
  return (
    <button type="button" {...rest} role="switch" aria-checked={isOn} className={classNames(styles['switch'], className)} onClick={() => onChange(!isOn)}>
      <i className={styles['knob']} />
    </button>
  );
}

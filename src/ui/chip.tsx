import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './chip.module.css';

/** A filter that is on or off. Without `isOn`, the chip is an action. */
export function Chip({ isOn, icon, children, ...rest }: { isOn?: boolean; icon?: IconName } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} aria-pressed={isOn} className={styles['chip']}>
      {icon ? <Icon name={icon} size={16} /> : null}
      {children}
    </button>
  );
}

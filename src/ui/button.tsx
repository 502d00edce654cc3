// Buttons, and links that look like buttons.
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './button.module.css';

export type ButtonTone = 'plain' | 'primary' | 'saved' | 'ghost' | 'quiet' | 'danger' | 'danger-fill' | 'overlay';
export type ButtonSize = 'small' | 'medium' | 'large';

interface ButtonLook {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: IconName;
}

const iconSizes = { small: 17, medium: 19, large: 20 } as const;

function buttonClass(tone: ButtonTone, size: ButtonSize, className: string | undefined): string {
  return classNames(styles['button'], tone !== 'plain' && styles[tone], size !== 'medium' && styles[size], className);
}

/** A button with a text. The tone `overlay` is for buttons over pictures. */
export function Button({ tone = 'plain', size = 'medium', icon, className, children, ...rest }: ButtonLook & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={buttonClass(tone, size, className)}>
      {icon ? <Icon name={icon} size={iconSizes[size]} /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ tone = 'plain', size = 'medium', icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={buttonClass(tone, size, className)}>
      {icon ? <Icon name={icon} size={iconSizes[size]} /> : null}
      {children}
    </Link>
  );
}

/** A button that shows only an icon; `label` is its name. */
export function IconButton({
  label,
  icon,
  iconSize = 21,
  className,
  ...rest
}: { label: string; icon: IconName; iconSize?: number } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} aria-label={label} className={classNames(styles['icon-button'], className)}>
      <Icon name={icon} size={iconSize} />
    </button>
  );
}

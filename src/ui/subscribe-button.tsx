import { memo } from 'react';
import { listTexts } from '../texts/lists.ts';
import { Button, type ButtonSize } from './button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './subscribe-button.module.css';

interface SubscribeButtonProps {
  /** The name of the channel or playlist, announced after the button's text. */
  name: string;
  isSubscribed: boolean;
  size?: ButtonSize;
  className?: string | undefined;
  onChange: (isSubscribed: boolean) => void;
}

/**
 * Callers show this button only to those who may subscribe: staff (SPEC §6). While subscribed, the button says Unsubscribe when hovered or
 * focused. While not subscribed, the button is filled, except at size `small`, because a list has many of these buttons.
 */
export const SubscribeButton = memo(function SubscribeButton({ name, isSubscribed, size = 'medium', className, onChange }: SubscribeButtonProps) {
  return (
    <Button
      tone={isSubscribed ? 'plain' : size === 'small' ? 'ghost' : 'primary'}
      size={size}
      className={className}
      aria-pressed={isSubscribed}
      onClick={() => onChange(!isSubscribed)}
    >
      {isSubscribed ? (
        <span className={styles['texts']}>
          <span className={styles['state']}>{listTexts.subscribed}</span>
          <span className={styles['act']} aria-hidden="true">
            {listTexts.unsubscribe}
          </span>
        </span>
      ) : (
        listTexts.subscribe
      )}
      <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
    </Button>
  );
});

// The list of keys over the picture (SPEC §4, §9). It opens without taking the focus, and closes by itself unless it is hovered or
// focused. Esc also closes it (player.tsx).
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { playerTexts } from '../texts/player.ts';
import { IconButton } from '../ui/button.tsx';
import { shownKeys } from './shortcuts.ts';
import styles from './help-dialog.module.css';

/** From SPEC §9. */
const shownMs = 3000;

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isKeptOpen = isHovered || isFocused;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isKeptOpen) return undefined;
    const timer = setTimeout(() => close(), shownMs);
    return () => clearTimeout(timer);
  }, [isKeptOpen]);
  return (
    <div
      role="dialog"
      aria-labelledby={titleId}
      className={styles['help']}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <div className={styles['head']}>
        <b id={titleId}>{playerTexts.help}</b>
        <IconButton label={playerTexts.closeHelp} icon="close" className={styles['close']} onClick={onClose} />
      </div>
      <dl className={styles['keys']}>
        {shownKeys.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{playerTexts.helpLines[name]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

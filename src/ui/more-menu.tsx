// A button with the three dots and a text, and the menu that it opens. The caller supplies the items: buttons and links.
import { useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonSize } from './button.tsx';
import { classNames } from './class-names.ts';
import { PopoverMenu } from './popover-menu.tsx';
import styles from './more-menu.module.css';

interface MoreMenuProps {
  /** The name of the button and of the menu. */
  label: string;
  /** The text beside the dots, shown where the row is wide enough. */
  text: string;
  size?: ButtonSize;
  className?: string | undefined;
  /** `MenuButton`s, and links with the role `menuitem`. */
  children: ReactNode;
}

export function MoreMenu({ label, text, size, className, children }: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        icon="more"
        {...(size ? { size } : {})}
        className={classNames(styles['more'], className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <span>{text}</span>
      </Button>
      {isOpen ? (
        <PopoverMenu label={label} opener={button} onClose={() => setIsOpen(false)}>
          {/* Captured, so that this runs before the item acts: a dialog that the item opens then returns the focus to this button. */}
          <div onClickCapture={() => button.current?.focus()}>{children}</div>
        </PopoverMenu>
      ) : null}
    </>
  );
}

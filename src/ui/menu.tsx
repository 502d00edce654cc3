// The three-dot button and its drop-down menu.
import { useRef, useState, type ReactElement } from 'react';
import { IconButton } from './button.tsx';
import type { IconName } from './icon.tsx';
import { MenuButton, PopoverMenu } from './popover-menu.tsx';

export interface MenuItem {
  label: string;
  /** The name of an icon in the initial bundle, or any other icon as an element. */
  icon: IconName | ReactElement;
  isDangerous?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  /** The name of the opener and of the menu. */
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
}

const openerIcon: IconName = 'more';

export function Menu({ label, items, className }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={openerIcon}
        iconSize={20}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <PopoverMenu label={label} opener={button} onClose={() => setIsOpen(false)}>
          {items.map((item) => (
            <MenuButton
              key={item.label}
              icon={item.icon}
              isDangerous={item.isDangerous ?? false}
              onChoose={() => {
                button.current?.focus();
                item.onChoose();
              }}
            >
              {item.label}
            </MenuButton>
          ))}
        </PopoverMenu>
      ) : null}
    </>
  );
}

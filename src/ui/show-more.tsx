import { collapseTexts } from '../texts/collapse.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './show-more.module.css';

interface ShowMoreProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  className?: string | undefined;
}

/** The button below a text that is collapsed to its beginning. */
export function ShowMore({ isOpen, onChange, className }: ShowMoreProps) {
  return (
    <button type="button" className={classNames(styles['button'], className)} aria-expanded={isOpen} onClick={() => onChange(!isOpen)}>
      {isOpen ? collapseTexts.showLess : collapseTexts.showMore}
      <Icon name="chevron-down" size={15} />
    </button>
  );
}

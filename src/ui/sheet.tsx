// A sheet on the native dialog: from the bottom on phones, centred on larger screens. Opened and closed by the address.
import { useId, type MouseEvent, type ReactNode } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { IconButton } from './button.tsx';
import { showAsModal } from './modal.ts';
import styles from './dialog.module.css';

interface SheetProps {
  /** The heading. If it is a node (a person, a picture), `label` is the sheet's name. */
  title: string | ReactNode;
  label?: string;
  children: ReactNode;
  /** Actions, within reach of the thumb. */
  foot?: ReactNode;
  onClose: () => void;
}

export function Sheet({ title, label, children, foot, onClose }: SheetProps) {
  const titleId = useId();
  return (
    <dialog
      ref={showAsModal}
      className={styles['sheet']}
      {...(label ? { 'aria-label': label } : { 'aria-labelledby': titleId })}
      onCancel={(event) => {
        event.preventDefault(); // after Esc the address closes the sheet, not the browser
        onClose();
      }}
      onClick={(event) => isOnBackdrop(event) && onClose()}
    >
      <div className={styles['grab']} />
      <div className={styles['head']}>
        {typeof title === 'string' ? (
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
        ) : (
          <div>{title}</div>
        )}
        <IconButton label={uiTexts.close} icon="close" iconSize={22} onClick={onClose} />
      </div>
      <div className={styles['body']} data-scrolls>
        {children}
      </div>
      {foot ? <div className={styles['foot']}>{foot}</div> : null}
    </dialog>
  );
}

// A click on the backdrop has the dialog itself as its target, but is outside its box.
function isOnBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

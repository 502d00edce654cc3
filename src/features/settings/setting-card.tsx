// A card of settings: a heading, and one row for each setting with its help and its control.
import { useId, type ReactNode } from 'react';
import { useUserConfig } from '../../queries/session.ts';
import { uiTexts } from '../../texts/ui.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tag } from '../../ui/tag.tsx';
import { HelpLine } from './help-line.tsx';
import styles from './setting-card.module.css';

interface SettingCardProps {
  title: string;
  /** Drawn before the title. */
  icon?: ReactNode;
  /** Makes the card a link target that can take the focus. */
  id?: string;
  children: ReactNode;
}

export function SettingCard({ title, icon, id: sectionId, children }: SettingCardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id} {...(sectionId === undefined ? {} : { id: sectionId, tabIndex: -1 })}>
      <h2 id={id} className={styles['title']}>
        {icon}
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface SettingIds {
  labelId: string;
  /** Undefined if the setting has no help, or help text is switched off. */
  helpId: string | undefined;
}

interface SettingRowProps {
  label: string;
  help?: string | undefined;
  /** Drawn below the help. */
  note?: ReactNode;
  /** Whether the setting was changed here and the change has not been sent yet. */
  isWaiting?: boolean;
  /** Whether the control is below the texts, over the full width. */
  isStacked?: boolean;
  /** Draws the control, given the ids of its label and its help. */
  children?: (ids: SettingIds) => ReactNode;
}

export function SettingRow({ label, help, note, isWaiting = false, isStacked = false, children }: SettingRowProps) {
  const labelId = useId();
  const ownHelpId = useId();
  const { show_help_text: isHelpShown } = useUserConfig();
  const helpId = help !== undefined && isHelpShown ? ownHelpId : undefined;
  return (
    <div className={styles['row']}>
      <div className={styles['text']}>
        <p id={labelId} className={styles['label']}>
          {label}
        </p>
        {help === undefined ? null : <HelpLine id={ownHelpId}>{help}</HelpLine>}
        {note}
        {isWaiting ? (
          <Tag tone="waiting" isSoft>
            {uiTexts.waiting}
          </Tag>
        ) : null}
      </div>
      {children ? <div className={classNames(styles['control'], isStacked && styles['stacked'])}>{children({ labelId, helpId })}</div> : null}
    </div>
  );
}

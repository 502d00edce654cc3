import { useUserConfig } from '../../queries/session.ts';
import styles from './help-line.module.css';

/** The help text under a setting or a field. It is hidden while the account has help text switched off (SPEC §2 "User settings"). */
export function HelpLine({ id, children }: { id?: string; children: string }) {
  const config = useUserConfig();
  return config.show_help_text ? (
    <p id={id} className={styles['help']}>
      {children}
    </p>
  ) : null;
}

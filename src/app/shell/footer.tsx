import { Link } from 'react-router-dom';
import type { Session } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';
import { versionText } from './version-text.ts';
import styles from './shell.module.css';

/** SPEC §1: version, whether an update is available and whether it is breaking, copyright from 2021. */
export function Footer({ server }: { server: Session['server'] }) {
  const versionTexts = versionText(server);
  return (
    <footer className={styles['footer']}>
      <span>{shellTexts.copyright(new Date().getFullYear())}</span>
      <Link to="/about/" className={styles['about']}>
        {shellTexts.about}
      </Link>
      <span>{versionTexts.current}</span>
      {versionTexts.update ? <span className={styles['update']}>{versionTexts.update}</span> : null}
    </footer>
  );
}

// The list of all keys of the client, and of the player where one is open. Opened by `?`.
import { useLocation } from 'react-router-dom';
import { shownKeys } from '../../player/shortcuts.ts';
import { useSession } from '../../queries/session.ts';
import { helpTexts, type KeyHelp } from '../../texts/help.ts';
import { playerTexts } from '../../texts/player.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { destinationsFor, settingsDestination } from './destinations.ts';
import styles from './help-sheet.module.css';

/** The player's own keys, except the one that opens this sheet. */
const playerKeys: readonly KeyHelp[] = shownKeys.filter(([, name]) => name !== 'help').map(([keys, name]) => ({ keys, what: playerTexts.helpLines[name] }));

export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const goTo: KeyHelp[] = [...destinationsFor(useSession()), settingsDestination].map(({ key, label }) => ({
    keys: [`g ${key}`],
    what: helpTexts.goTo(label),
  }));
  return (
    <Sheet title={helpTexts.title} onClose={onClose}>
      {pathname.startsWith('/video/') ? <Keys title={helpTexts.player} rows={playerKeys} /> : null}
      <Keys title={helpTexts.everywhere} rows={[helpTexts.search, ...goTo, helpTexts.pages, helpTexts.undo, helpTexts.close, helpTexts.help]} />
      <p className={styles['note']}>{helpTexts.note}</p>
    </Sheet>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly KeyHelp[] }) {
  return (
    <section className={styles['keys']}>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.what} className={styles['row']}>
            <dt>
              {row.keys.map((key, index) => (
                <span key={key}>
                  {index > 0 ? <span className={styles['or']}>{helpTexts.or}</span> : null}
                  {key.split(' ').map((part) => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{row.what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Shown when the client's database cannot be opened: the reason, and what to do. Rendered without the shell and without an account.
import { startTexts } from '../../texts/start.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './no-database-screen.module.css';

export function NoDatabaseScreen({ reason }: { reason: keyof typeof startTexts.noDatabase }) {
  return (
    <main className={styles['page']}>
      <PageTitle title={startTexts.noDatabaseTitle} documentTitle={shellTexts.pageTitle(startTexts.noDatabaseTitle)} />
      <EmptyState
        isPage
        title={startTexts.noDatabaseTitle}
        text={startTexts.noDatabase[reason]}
        action={
          <Button tone="primary" icon="retry" onClick={() => location.reload()}>
            {startTexts.tryAgain}
          </Button>
        }
      />
    </main>
  );
}

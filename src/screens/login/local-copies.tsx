import { useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { mutationKinds } from '../../mutations/kinds/table.ts';
import { useUnsentCounts } from '../../queries/copy-unsent-counts.ts';
import { useLocalAccounts } from '../../queries/session.ts';
import { loginTexts } from '../../texts/login.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './login-screen.module.css';

/** The local copies of the accounts on this device. A copy can be opened without the archive. */
export function LocalCopies({ pathAfterLogin }: { pathAfterLogin: string }) {
  const accounts = useLocalAccounts();
  const unsentCounts = useUnsentCounts(accounts, mutationKinds);
  const { openCopy } = useCommands();
  const [failedKey, setFailedKey] = useState<string | null>(null);
  if (accounts.length === 0) return null;

  async function open(accountKey: string): Promise<void> {
    try {
      await openCopy(accountKey);
      location.replace(pathAfterLogin); // loads a new document, which opens this copy
    } catch {
      setFailedKey(accountKey);
    }
  }

  return (
    <div className={styles['copies']}>
      {accounts.map((account) => (
        <section key={account.accountKey} className={styles['copy']} aria-label={loginTexts.openCopyOf(account.name)}>
          <Icon name="saved" size={24} />
          <div>
            <h2>{loginTexts.copyHere}</h2>
            <p role={failedKey === account.accountKey ? 'alert' : undefined}>
              {failedKey === account.accountKey ? loginTexts.openFailed : loginTexts.copyOf(account.name)}
            </p>
            {(unsentCounts.get(account.accountKey) ?? 0) > 0 ? <p>{loginTexts.waitInCopy(unsentCounts.get(account.accountKey) ?? 0)}</p> : null}
          </div>
          {/* fire and forget: a failure is shown above */}
          <Button size="small" tone="saved" aria-label={loginTexts.openCopyOf(account.name)} onClick={() => void open(account.accountKey)}>
            {loginTexts.openCopy}
          </Button>
        </section>
      ))}
    </div>
  );
}

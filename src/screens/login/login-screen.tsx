// The login screen (SPEC §2, §8). It is drawn outside the shell, without an open account. Copies on this device can be opened from here.
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { signInQuery } from '../../lib/addresses.ts';
import { setAppBadge } from '../../lib/app-badge.ts';
import { systemClock } from '../../lib/clock.ts';
import { useSignInElsewhere } from '../../queries/sign-in-elsewhere.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { loginTexts } from '../../texts/login.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { helpAfterFailures, watchBackend, type BackendState } from './backend-check.ts';
import { LocalCopies } from './local-copies.tsx';
import lighthouse from './lighthouse.svg';
import { loginFailureText } from './login-failure-text.ts';
import { nextPath } from './next-path.ts';
import nightSea from './night-sea.svg';
import styles from './login-screen.module.css';

/** The maximum length of a user name (SPEC §5). */
const maxUsernameLength = 150;

export function LoginScreen() {
  const [search] = useSearchParams();
  const pathAfterLogin = nextPath(search.get('next'), location.origin);
  const { state } = useLocation();
  const isSessionEnded = search.get('reason') === 'session-ended' || (state as { reason?: string } | null)?.reason === 'session-ended';
  useEffect(() => setAppBadge(0), []); // the badge's number belonged to an account, and nobody is signed in
  return (
    <div className={styles['page']}>
      <PageTitle title={loginTexts.title} documentTitle={shellTexts.pageTitle(loginTexts.title)} />
      <header className={styles['picture']}>
        <picture>
          <source media="(min-width: 56.25em)" srcSet={nightSea} />
          <img src={lighthouse} alt="" />
        </picture>
        <div className={styles['shade']} />
        <div className={styles['brand']}>
          <Logo size={40} />
          {shellTexts.product}
        </div>
        <p className={styles['tagline']}>
          {loginTexts.tagline.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </header>
      <main className={styles['form']}>
        <h1>{loginTexts.title}</h1>
        {isSessionEnded ? (
          <div className={styles['notice']} role="status">
            <Banner tone="accent" icon="key" title={pageErrorTexts.unauthorized} />
          </div>
        ) : null}
        {search.get('reason') === 'not-cleared' ? (
          <div className={styles['notice']} role="status">
            <Banner tone="warn" icon="warning" title={loginTexts.notCleared} />
          </div>
        ) : null}
        <LoginForm pathAfterLogin={pathAfterLogin} />
        <p className={styles['links']}>
          {__SOURCE_URL__ === '' ? null : (
            <a href={__SOURCE_URL__} target="_blank" rel="noreferrer">
              <ListIcon name="external" size={15} />
              {loginTexts.source}
            </a>
          )}
          {__DONATE_URL__ === '' ? null : (
            <a href={__DONATE_URL__} target="_blank" rel="noreferrer">
              <RareIcon name="heart" size={14} />
              {loginTexts.donate}
            </a>
          )}
        </p>
      </main>
    </div>
  );
}

function LoginForm({ pathAfterLogin }: { pathAfterLogin: string }) {
  const { checkBackend, login } = useCommands();
  const [backend, setBackend] = useState<BackendState>({ name: 'checking' });
  /** Incremented to check again whether the archive answers. */
  const [checkCount, setCheckCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useSignInElsewhere(isBusy, () => location.replace(pathAfterLogin)); // a new document, which opens that user’s copy

  useEffect(() => watchBackend(checkBackend, systemClock, setBackend), [checkBackend, checkCount]);

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy || backend.name === 'waiting') return;
    const form = new FormData(event.currentTarget);
    const fieldText = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    setIsBusy(true);
    setFailure(null);
    const result = await login({ username: fieldText('username'), password: fieldText('password'), isRemembered: form.has('remember_me') });
    setIsBusy(false);
    if (result.ok) {
      // a new document, which opens the copy of the user who signed in
      location.replace(nextPath(fieldText('next'), location.origin));
      return;
    }
    setFailure(loginFailureText(result.error));
    if (result.error.kind === 'unreachable') setCheckCount((count) => count + 1);
  }

  const failedCount = backend.name === 'waiting' ? backend.failedCount : 0;
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <label className={styles['label']}>
          <span>{loginTexts.username}</span>
          <span className={styles['field']}>
            <Icon name="user" size={20} />
            <input name="username" required maxLength={maxUsernameLength} autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
          </span>
        </label>
        <label className={styles['label']}>
          <span>{loginTexts.password}</span>
          <span className={styles['field']}>
            <Icon name="lock" size={20} />
            <input name="password" type="password" required autoComplete="current-password" />
          </span>
        </label>
        <label className={styles['remember']}>
          <input name="remember_me" type="checkbox" defaultChecked />
          {loginTexts.rememberMe}
        </label>
        <input type="hidden" name="next" value={pathAfterLogin} readOnly />
        {/* not disabled while busy, because that would take the focus away */}
        {backend.name === 'waiting' ? null : (
          <Button type="submit" tone="primary" size="large" aria-disabled={isBusy} className={styles['submit']}>
            {isBusy ? loginTexts.loggingIn : loginTexts.logIn}
          </Button>
        )}
        <div role="alert" className={styles['failure']}>
          {failure === null ? null : `${loginTexts.failed} ${failure}`}
        </div>
        <div role="status">{backend.name === 'waiting' ? <WaitingNotice failedCount={backend.failedCount} answer={backend.answer} /> : null}</div>
      </form>
      <LocalCopies pathAfterLogin={pathAfterLogin} />
      {failedCount > helpAfterFailures ? <Help /> : null}
    </>
  );
}

/**
 * For a portal or a proxy that answers instead of the archive: a text, and a link to its page. The service worker lets the linked addresses
 * through to the network.
 */
const interceptors = {
  captive: { text: loginTexts.captive, open: loginTexts.openPortal, href: '/api/ping/' },
  'proxy-login': { text: loginTexts.proxyLogin, open: loginTexts.openProxyLogin, href: `/?${signInQuery}` },
};

function WaitingNotice({ failedCount, answer }: Omit<BackendState & { name: 'waiting' }, 'name'>) {
  const interceptor = answer === 'unreachable' ? null : interceptors[answer];
  return (
    <div className={styles['waiting']}>
      <span className={styles['lamp']} aria-hidden="true">
        <i />
      </span>
      <div>
        <b>{loginTexts.waiting}</b>
        {interceptor ? (
          <p>
            {interceptor.text}{' '}
            <a href={interceptor.href} target={answer === 'captive' ? '_blank' : undefined} rel="noreferrer">
              {interceptor.open}
            </a>
          </p>
        ) : (
          // visual only, because a screen reader would announce the count every second
          <p aria-hidden="true">{loginTexts.waitingText(failedCount)}</p>
        )}
      </div>
    </div>
  );
}

function Help() {
  return (
    <details className={styles['help']} open>
      <summary>
        {loginTexts.helpTitle}
        <Icon name="chevron-down" size={17} />
      </summary>
      <dl>
        {loginTexts.help.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

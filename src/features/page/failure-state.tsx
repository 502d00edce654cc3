// Shown when this device has no data and the archive did not provide any: the reason, and a next step that works right now.
import { useLocation } from 'react-router-dom';
import { loginPath } from '../../lib/addresses.ts';
import { useRetryReads } from '../../queries/sync.ts';
import { errorTexts } from '../../texts/errors.ts';
import { syncTexts } from '../../texts/sync.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { failureText, type Failure } from './failure-text.ts';

interface FailureStateProps {
  failure: Failure;
  message: string | null;
  /** Whether the page shows nothing else. */
  isPage?: boolean;
}

export function FailureState({ failure, message, isPage = false }: FailureStateProps) {
  const retry = useRetryReads();
  const location = useLocation();
  return (
    <EmptyState
      isPage={isPage}
      title={errorTexts.missingTitle}
      text={failureText(failure, message)}
      action={
        <>
          {failure === 'signed-out' ? <ButtonLink to={loginPath(location.pathname + location.search)}>{syncTexts.banner.logIn}</ButtonLink> : null}
          <Button tone={isPage ? 'primary' : 'plain'} icon="retry" onClick={retry}>
            {errorTexts.tryAgain}
          </Button>
          {location.pathname === '/' ? null : <ButtonLink to="/">{errorTexts.goHome}</ButtonLink>}
        </>
      }
    />
  );
}

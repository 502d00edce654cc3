// Shown instead of a screen that failed to render (SPEC §2): the error's message, and two ways to continue.
import { errorTexts } from '../../texts/errors.ts';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';

/** `isAlone`: rendered without the shell, as the page's only content. */
export function OopsScreen({ error, isAlone = false }: { error: unknown; isAlone?: boolean }) {
  const Frame = isAlone ? 'main' : 'div';
  return (
    <Frame>
      <div ref={focusOnce} role="alert">
        <EmptyState
          isPage
          title={errorTexts.oops}
          text={`${reasonOf(error)} ${errorTexts.oopsSafe}`}
          action={
            <>
              <Button tone="primary" icon="retry" onClick={() => location.reload()}>
                {errorTexts.tryAgain}
              </Button>
              {/* a new document, so that nothing of the failure is carried over */}
              <a className={buttons['button']} href="/">
                {errorTexts.goHome}
              </a>
            </>
          }
        />
      </div>
    </Frame>
  );
}

function focusOnce(alert: HTMLElement | null): void {
  alert?.querySelector('h1')?.focus();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// A screen that failed (SPEC §2): the status text or message, and two ways to continue.
import { errorTexts } from '../../texts/errors.ts';
import { Button } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { Icon } from '../../ui/icon.tsx';
import styles from './oops-screen.module.css';

/** `isAlone`: rendered without the shell, as the page's only content. */
export function OopsScreen({ error, isAlone = false }: { error: unknown; isAlone?: boolean }) {
  const Frame = isAlone ? 'main' : 'div';
  return (
    <Frame>
      <div className={styles['page']} role="alert">
        <Icon name="warning" size={40} />
        <h1 ref={focusOnce} tabIndex={-1}>
          {errorTexts.oops}
        </h1>
        <p className={styles['reason']}>{reasonOf(error)}</p>
        <p>{errorTexts.oopsSafe}</p>
        <div className={styles['actions']}>
          <Button icon="retry" onClick={() => location.reload()}>
            {errorTexts.tryAgain}
          </Button>
          {/* a whole new document: nothing of the failure is carried over */}
          <a className={buttons['button']} href="/">
            {errorTexts.goHome}
          </a>
        </div>
      </div>
    </Frame>
  );
}

function focusOnce(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

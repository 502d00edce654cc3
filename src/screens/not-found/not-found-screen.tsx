import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './not-found-screen.module.css';

/** An address that leads nowhere (SPEC §2 "General"). */
export function NotFoundScreen() {
  return (
    <div className={styles['page']}>
      <PageTitle title={errorTexts.pageNotFound} documentTitle={shellTexts.pageTitle(errorTexts.pageNotFound)} />
      <p className={styles['code']} aria-hidden="true">
        {errorTexts.notFoundCode}
      </p>
      <h1>{errorTexts.pageNotFound}</h1>
      <ButtonLink tone="primary" to="/">
        {errorTexts.goHome}
      </ButtonLink>
    </div>
  );
}

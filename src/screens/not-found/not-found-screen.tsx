import { errorTexts } from '../../texts/errors.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './not-found-screen.module.css';

/** An unknown address (SPEC §2 "General"). */
export function NotFoundScreen() {
  return (
    <div className={styles['page']}>
      <PageTitle title={pageErrorTexts.pageNotFound} documentTitle={shellTexts.pageTitle(pageErrorTexts.pageNotFound)} />
      <p className={styles['code']} aria-hidden="true">
        {pageErrorTexts.notFoundCode}
      </p>
      <h1>{pageErrorTexts.pageNotFound}</h1>
      <ButtonLink tone="primary" to="/">
        {errorTexts.goHome}
      </ButtonLink>
    </div>
  );
}

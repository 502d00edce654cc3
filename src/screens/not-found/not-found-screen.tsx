import { errorTexts } from '../../texts/errors.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** An unknown address (SPEC §2 "General"). */
export function NotFoundScreen() {
  return (
    <>
      <PageTitle title={pageErrorTexts.pageNotFound} documentTitle={shellTexts.pageTitle(pageErrorTexts.pageNotFound)} />
      <EmptyState
        isPage
        title={pageErrorTexts.pageNotFound}
        text={pageErrorTexts.pageNotFoundText}
        action={
          <>
            <ButtonLink tone="primary" to="/">
              {errorTexts.goHome}
            </ButtonLink>
            <ButtonLink to="/search/">{shellTexts.search}</ButtonLink>
          </>
        }
      />
    </>
  );
}

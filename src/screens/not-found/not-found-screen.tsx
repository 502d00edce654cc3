import { NotFoundPage } from '../../features/page/not-found-page.tsx';
import { errorTexts } from '../../texts/errors.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';

/** The page for an unknown address (SPEC §2 "General"). */
export function NotFoundScreen() {
  return <NotFoundPage title={pageErrorTexts.pageNotFound} text={pageErrorTexts.pageNotFoundText} goTo={{ to: '/', label: errorTexts.goHome }} />;
}

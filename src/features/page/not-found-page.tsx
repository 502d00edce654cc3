import type { ReactNode } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface NotFoundPageProps {
  title: string;
  text: string;
  /** The first link. */
  goTo: { to: string; label: string };
  /** The second link. Default: to the search. */
  children?: ReactNode;
}

/** The page for an address of something that never existed or no longer exists. */
export function NotFoundPage({ title, text, goTo, children = <ButtonLink to="/search/">{shellTexts.search}</ButtonLink> }: NotFoundPageProps) {
  return (
    <>
      <PageTitle title={title} documentTitle={shellTexts.pageTitle(title)} />
      <EmptyState
        isPage
        title={title}
        text={text}
        action={
          <>
            <ButtonLink tone="primary" to={goTo.to}>
              {goTo.label}
            </ButtonLink>
            {children}
          </>
        }
      />
    </>
  );
}

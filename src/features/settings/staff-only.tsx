// Shows a staff screen to staff. Other users who open its address see a message instead, and stay signed in.
import type { ReactNode } from 'react';
import { useSession } from '../../queries/session.ts';
import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface StaffOnlyProps {
  /** The document title. Other users see nothing else of the screen. */
  title: string;
  /** Shown below the message, for a user who came here for something specific. */
  text?: ReactNode;
  children: ReactNode;
}

export function StaffOnly({ title, text, children }: StaffOnlyProps) {
  const { isStaff } = useSession();
  if (isStaff) return children;
  return (
    <>
      <PageTitle title={errorTexts.forbidden} documentTitle={shellTexts.pageTitle(title)} />
      <EmptyState isPage title={errorTexts.forbidden} action={<ButtonLink to="/">{errorTexts.goHome}</ButtonLink>} />
      {text}
    </>
  );
}

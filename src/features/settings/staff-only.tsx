// Shown when a non-staff user opens a staff screen by its address; nobody is signed out for it.
import type { ReactNode } from 'react';
import { useSession } from '../../queries/session.ts';
import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

interface StaffOnlyProps {
  /** The document title; nothing else of the screen is shown to others. */
  title: string;
  /** Replaces the usual line, for a user who came here for something specific. */
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

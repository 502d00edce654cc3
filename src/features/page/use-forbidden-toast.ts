import { useEffect } from 'react';
import type { View } from '../../queries/views.ts';
import { errorTexts } from '../../texts/errors.ts';
import { useToast } from '../../ui/toasts.tsx';

/** What the archive no longer lets this account read is said over the copy of it; without a copy the screen says it. */
export function useForbiddenToast(view: View<unknown>): void {
  const showToast = useToast();
  const isForbidden = view.state === 'ready' && view.failure === 'forbidden';
  useEffect(() => {
    if (isForbidden) showToast({ text: errorTexts.forbidden });
  }, [isForbidden, showToast]);
}

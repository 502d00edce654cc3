import { useEffect, useRef, useState } from 'react';

/** SPEC §9. */
const messageMs = 500;

/** What just changed, in the middle of the picture for a moment. */
export function useTransientMessage(): { text: string | null; show(text: string): void } {
  const [text, setText] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    text,
    show(next) {
      clearTimeout(timer.current);
      setText(next);
      timer.current = setTimeout(() => setText(null), messageMs);
    },
  };
}

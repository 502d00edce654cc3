import { useEffect } from 'react';

/** Esc leaves selection mode. */
export function useEscape(end: () => void): void {
  useEffect(() => {
    function leave(event: KeyboardEvent): void {
      // An open dialog or menu handles Esc itself.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], :popover-open')) end();
    }
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [end]);
}

import { useEffect } from 'react';

/** Ends selection mode when Esc is pressed. */
export function useEscape(end: () => void): void {
  useEffect(() => {
    function endOnEscape(event: KeyboardEvent): void {
      // An open dialog or menu handles Esc itself.
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], :popover-open')) end();
    }
    addEventListener('keydown', endOnEscape);
    return () => removeEventListener('keydown', endOnEscape);
  }, [end]);
}

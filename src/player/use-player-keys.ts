import { useEffect, useRef } from 'react';
import { requestOfKey, type PlayerRequest } from './shortcuts.ts';

/** What takes letters for itself (SPEC "Player": shortcuts never act in fields), and what walks by arrows. */
const fields =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="tablist"], [role="radiogroup"]';
/** What Space presses. */
const pressed = 'button, a[role="button"], summary, input';

/** The player's keys, anywhere on its page but in fields and dialogs. */
export function usePlayerKeys(isOn: boolean, onRequest: (request: PlayerRequest, event: KeyboardEvent) => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    if (!isOn) return undefined;
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(fields)) return;
      if (event.key === ' ' && target?.closest(pressed)) return;
      if (event.key.startsWith('Arrow') && target?.closest('input')) return;
      const request = requestOfKey(event);
      if (!request) return;
      event.preventDefault();
      latest.current(request, event);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}

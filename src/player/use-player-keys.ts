// Listens for the player's keys on its page. Called by player.tsx.
import { useEffect, useEffectEvent } from 'react';
import { requestOfKey, type PlayerRequest } from './shortcuts.ts';

/** Elements that take letters as input (SPEC "Player": shortcuts never act in fields), and those that use the arrow keys. */
const keyOwners =
  'input:not([type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="tablist"], [role="radiogroup"]';
/** A key pressed within this time after g belongs to the shell, as in "g then c" (docs/look-and-feel.md, Hit areas and keys). */
const chordMs = 1500;
/** Elements that the Space key activates. */
const spaceTargets = 'button, a[role="button"], summary, input';
/** Elements that the arrow keys change or scroll. */
const arrowTargets = 'input, ul[data-owns-keys]';

/** Handles the player's keys anywhere on its page, except in fields and dialogs. `onRequest` returns whether the key was used. */
export function usePlayerKeys(isOn: boolean, onRequest: (request: PlayerRequest) => boolean): void {
  const sendRequest = useEffectEvent(onRequest);
  useEffect(() => {
    if (!isOn) return undefined;
    let chordStartedAtMs = -Infinity;
    let isUsed = false;
    function handleKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(keyOwners)) return;
      if (event.key === ' ' && target?.closest(spaceTargets)) return;
      if (event.key.startsWith('Arrow') && target?.closest(arrowTargets)) return;
      const isSecondKey = event.timeStamp - chordStartedAtMs <= chordMs;
      chordStartedAtMs = event.key === 'g' ? event.timeStamp : -Infinity;
      if (isSecondKey) return;
      const request = requestOfKey(event);
      if (!request) return;
      // A held key repeats seeks and changes of the speed, but toggles only once.
      if (!event.repeat || 'seconds' in request || 'steps' in request) isUsed = sendRequest(request);
      if (isUsed) event.preventDefault();
    }
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [isOn]);
}

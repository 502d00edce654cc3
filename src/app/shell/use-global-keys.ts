import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isKeyForPage } from '../../ui/page-keys.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { destinationsFor, searchDestination, settingsDestination } from './destinations.ts';

/** The second key of "g then h" must come within this time. After that, g is forgotten. */
const chordMs = 1500;
/** A second "?" within this time opens the sheet even if the player shows its own help, which closes after the same time (SPEC §9). */
const helpRepeatMs = 3000;

/** g, then a destination's key opens that destination; / opens the search; ? shows all keys (docs/look-and-feel.md, Hit areas and keys). */
export function useGlobalKeys({ isStaff }: { isStaff: boolean }): void {
  const navigate = useNavigate();
  const help = useSheetAddress('help');
  const openHelp = useEffectEvent(help.open);
  useEffect(() => {
    let gAtMs = -Infinity;
    let helpAtMs = -Infinity;
    function onKey(event: KeyboardEvent): void {
      if (!isKeyForPage(event)) return;
      if (event.key === '?') {
        const isSecondPress = event.timeStamp - helpAtMs <= helpRepeatMs;
        helpAtMs = event.timeStamp;
        // Delayed until every other listener has run, so that an open player can show its own keys at the first press. In that case this
        // sheet opens only at the second press.
        setTimeout(() => (isSecondPress || !event.defaultPrevented) && openHelp());
        return;
      }
      if (event.key === 'g') {
        gAtMs = event.timeStamp;
        return;
      }
      const isChord = event.timeStamp - gAtMs <= chordMs;
      const destination = [...(isChord ? [...destinationsFor({ isStaff }), settingsDestination] : []), searchDestination].find(({ key }) => key === event.key);
      gAtMs = -Infinity;
      // On the search page, / focuses the search field.
      if (!destination || (destination === searchDestination && location.pathname.startsWith(searchDestination.to))) return;
      event.preventDefault(); // so that the player, which also uses c, ignores a c after g
      void navigate(destination.to); // fire and forget
    }
    // Captured, so that this runs before the key handlers of the page.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, isStaff]);
}

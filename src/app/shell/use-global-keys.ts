import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isKeyForPage } from '../../ui/page-keys.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { destinationsFor, searchPlace, settingsPlace } from './destinations.ts';

/** The second key of "g then h" has to come within this time; then g is forgotten. */
const chordMs = 1500;
/** As long as the player's own help stands (SPEC §9). */
const helpAgainMs = 3000;

/** g, then h, c or s: to a place of the navigation; / for the search; ? for all keys (docs/look-and-feel.md, Hit areas and keys). */
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
        const isAgain = event.timeStamp - helpAtMs <= helpAgainMs;
        helpAtMs = event.timeStamp;
        // After every other listener: a player that is open tells its own keys first, and all when asked again.
        setTimeout(() => (isAgain || !event.defaultPrevented) && openHelp());
        return;
      }
      if (event.key === 'g') {
        gAtMs = event.timeStamp;
        return;
      }
      const isChord = event.timeStamp - gAtMs <= chordMs;
      const destination = [...(isChord ? [...destinationsFor({ isStaff }), settingsPlace] : []), searchPlace].find(({ key }) => key === event.key);
      gAtMs = -Infinity;
      // The page of the search takes its key into its field.
      if (!destination || (destination === searchPlace && location.pathname.startsWith(searchPlace.to))) return;
      event.preventDefault(); // c is a key of the player, too: not after g
      void navigate(destination.to); // nothing waits for it
    }
    // Before the keys of whatever is on the page.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, isStaff]);
}

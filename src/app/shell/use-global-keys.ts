import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isKeyForPage } from '../../ui/page-keys.ts';
import { destinations } from './destinations.ts';

/** The second key of "g then h" has to come within this time; then g is forgotten. */
const chordMs = 1500;

/** g, then h or c: to a place of the navigation (docs/look-and-feel.md, Hit areas and keys). */
export function useGlobalKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let gAtMs = -Infinity;
    function onKey(event: KeyboardEvent): void {
      if (!isKeyForPage(event)) return;
      if (event.key === 'g') {
        gAtMs = event.timeStamp;
        return;
      }
      const destination = event.timeStamp - gAtMs <= chordMs ? destinations.find(({ key }) => key === event.key) : undefined;
      gAtMs = -Infinity;
      if (destination) void navigate(destination.to); // nothing waits for it
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}

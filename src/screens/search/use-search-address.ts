// The query of the search screen: what is typed, and what is asked. What is asked stands in the address (`q`), so that Back, a
// reload and a shared link bring it back.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';

/** SPEC §9. */
const debounceMs = 300;

export interface SearchAddress {
  typed: string;
  asked: string;
  /** Asked once nobody has typed for 300 ms. */
  type: (text: string) => void;
  /** Asks at once. */
  ask: (text: string) => void;
}

export function useSearchAddress(): SearchAddress {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const asked = search.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const arrive = useEffectEvent(() => {
    // Back, forward, or another link to here; what is replaced is only what was typed.
    if (navigation !== 'REPLACE') setTyped(asked);
  });
  useLayoutEffect(() => arrive(), [key]);

  function ask(text: string): void {
    clearTimeout(timer.current);
    setTyped(text);
    // What the timer asks goes into the address as it is by then, not as it was drawn: the inline player may have opened.
    setSearch(withQuery(new URLSearchParams(window.location.search), { q: text.trim() === '' ? null : text }), { replace: true });
  }

  function type(text: string): void {
    clearTimeout(timer.current);
    setTyped(text);
    timer.current = setTimeout(() => ask(text), debounceMs);
  }

  return { typed, asked, type, ask };
}

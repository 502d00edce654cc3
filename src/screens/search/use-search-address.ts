// The query of the search screen: the typed text, and the query asked. The latter is in the address (`q`), so that Back, a reload and a
// shared link restore it.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';

/** SPEC §9. */
const debounceMs = 300;

export interface SearchAddress {
  typed: string;
  submitted: string;
  /** Asks after 300 ms without typing. */
  typeQuery: (text: string) => void;
  /** Asks at once. */
  submit: (text: string) => void;
}

export function useSearchAddress(): SearchAddress {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const submitted = search.get('q') ?? '';
  const [typed, setTyped] = useState(submitted);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const syncTyped = useEffectEvent(() => {
    // Back, forward, or another link to here; a replaced address only holds what was typed.
    if (navigation !== 'REPLACE') setTyped(submitted);
  });
  useLayoutEffect(() => syncTyped(), [key]);

  function submit(text: string): void {
    clearTimeout(timer.current);
    setTyped(text);
    // The timer changes the current address, not the rendered one: the inline player may have opened.
    setSearch(withQuery(new URLSearchParams(window.location.search), { q: text.trim() === '' ? null : text }), { replace: true });
  }

  function typeQuery(text: string): void {
    clearTimeout(timer.current);
    setTyped(text);
    timer.current = setTimeout(() => submit(text), debounceMs);
  }

  return { typed, submitted, typeQuery, submit };
}

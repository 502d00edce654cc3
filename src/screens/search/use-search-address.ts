// The query of the search screen: the typed text and the submitted query. The address contains the submitted query (`q`) and the parts
// shown in full (`all`), so that Back, a reload and a shared link restore them.
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import type { Expansion } from './found-section.tsx';

/** The pause in typing after which the query is submitted (SPEC §9). */
const debounceMs = 300;

export interface SearchAddress {
  typed: string;
  submitted: string;
  /** Submits after 300 ms without typing. */
  typeQuery: (text: string) => void;
  /** Submits immediately. `sheet`: null closes the search tips. */
  submit: (text: string, sheet?: null) => void;
  /** Which sections of the submitted query's results are expanded. */
  expansion: Expansion;
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
    // Only after Back, Forward or another link to this screen: a replaced address already contains the typed text.
    if (navigation !== 'REPLACE') setTyped(submitted);
    // Typed for another entry of the history.
    if (navigation === 'POP') clearTimeout(timer.current);
  });
  useLayoutEffect(() => syncTyped(), [key]);

  // The timer changes the current address, not the rendered one: the inline player may have opened since.
  function change(values: Parameters<typeof withQuery>[1]): void {
    setSearch(withQuery(new URLSearchParams(window.location.search), values), { replace: true });
  }

  function submit(text: string, sheet?: null): void {
    clearTimeout(timer.current);
    setTyped(text);
    change({ q: text.trim() === '' ? null : text, all: text === submitted ? undefined : null, sheet });
  }

  function typeQuery(text: string): void {
    clearTimeout(timer.current);
    setTyped(text);
    timer.current = setTimeout(() => submit(text), debounceMs);
  }

  const joinedNames = search.get('all') ?? '';
  const all = useMemo(() => new Set(joinedNames.split(',').filter(Boolean)), [joinedNames]);

  function toggle(name: string): void {
    const kept = [...all].filter((other) => other !== name);
    const next = all.has(name) ? kept : [...kept, name];
    change({ all: next.length === 0 ? null : next.join(',') });
  }

  return { typed, submitted, typeQuery, submit, expansion: { all, toggle } };
}

// The query of the search screen: the typed text and the submitted query. The address contains the submitted query (`q`) and the parts
// shown in full (`all`), so that Back, a reload and a shared link restore them.
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import type { Expansion } from './found-section.tsx';

/** The pause in typing after which the query is submitted (SPEC §9). */
const debounceMs = 300;

export interface SearchAddress {
  typedText: string;
  submittedQuery: string;
  /** Submits the text after 300 ms without typing. */
  typeQuery: (text: string) => void;
  /** Submits the text immediately. `sheet`: null closes the search tips. */
  submit: (text: string, sheet?: null) => void;
  /** Which sections of the submitted query's results are expanded. */
  expansion: Expansion;
}

export function useSearchAddress(): SearchAddress {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const submittedQuery = search.get('q') ?? '';
  const [typedText, setTypedText] = useState(submittedQuery);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const syncTypedText = useEffectEvent(() => {
    // Only after Back, Forward or another link to this screen, because a replaced address already contains the typed text.
    if (navigation !== 'REPLACE') setTypedText(submittedQuery);
    // Text that waits to be submitted was typed for another entry of the history.
    if (navigation === 'POP') clearTimeout(timer.current);
  });
  useLayoutEffect(() => syncTypedText(), [key]);

  // Changes the current address, not the rendered one, because the inline player may have opened since the last render.
  function change(values: Parameters<typeof withQuery>[1]): void {
    setSearch(withQuery(new URLSearchParams(window.location.search), values), { replace: true });
  }

  function submit(text: string, sheet?: null): void {
    clearTimeout(timer.current);
    setTypedText(text);
    change({ q: text.trim() === '' ? null : text, all: text === submittedQuery ? undefined : null, sheet });
  }

  function typeQuery(text: string): void {
    clearTimeout(timer.current);
    setTypedText(text);
    timer.current = setTimeout(() => submit(text), debounceMs);
  }

  const joinedNames = search.get('all') ?? '';
  const expandedNames = useMemo(() => new Set(joinedNames.split(',').filter(Boolean)), [joinedNames]);

  function toggle(name: string): void {
    const otherNames = [...expandedNames].filter((other) => other !== name);
    const nextNames = expandedNames.has(name) ? otherNames : [...otherNames, name];
    change({ all: nextNames.length === 0 ? null : nextNames.join(',') });
  }

  return { typedText, submittedQuery, typeQuery, submit, expansion: { expandedNames, toggle } };
}

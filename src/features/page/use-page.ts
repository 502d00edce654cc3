import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageOfQuery } from '../../ui/pagination-model.ts';

/** The page of a list, from the address; `page` leaves the address where it says no more than page 1 does (SPEC §2). */
export function usePage(): number {
  const [search, setSearch] = useSearchParams();
  const page = pageOfQuery(search.get('page'));
  const isNeedless = page === 1 && search.has('page');
  useEffect(() => {
    if (!isNeedless) return;
    const bare = (last: URLSearchParams): URLSearchParams => {
      const next = new URLSearchParams(last);
      next.delete('page');
      return next;
    };
    setSearch(bare, { replace: true });
  }, [isNeedless, setSearch]);
  return page;
}

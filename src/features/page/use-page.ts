import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { pageOfQuery } from '../../ui/pagination-model.ts';

/** The page of a list, from the address; page 1 is left out of the address (SPEC §2). */
export function usePage(): number {
  const [search, setSearch] = useSearchParams();
  const page = pageOfQuery(search.get('page'));
  const isRedundant = page === 1 && search.has('page');
  useEffect(() => {
    if (isRedundant) setSearch((current) => withQuery(current, { page: null }), { replace: true });
  }, [isRedundant, setSearch]);
  return page;
}

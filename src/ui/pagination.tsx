// Links to the first page, to the neighbours of the current page, and to the last page. The Left and Right keys turn the page, except in a
// field, a menu or the player.
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { uiTexts } from '../texts/ui.ts';
import { classNames } from './class-names.ts';
import { pagesToOffer, searchForPage, type PageFacts } from './pagination-model.ts';
import { isKeyForPage } from './page-keys.ts';
import styles from './pagination.module.css';

export function Pagination({ facts }: { facts: PageFacts | null }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const pages = facts ? pagesToOffer(facts) : null;
  const previousSearch = pages?.hasFirst ? searchForPage(search, pages.before.at(-1) ?? 1) : null;
  const nextSearch = pages?.last ? searchForPage(search, pages.current + 1) : null;

  useEffect(() => {
    function turnPage(event: KeyboardEvent): void {
      if (!isKeyForPage(event)) return;
      const target = event.key === 'ArrowLeft' ? previousSearch : event.key === 'ArrowRight' ? nextSearch : null;
      if (target === null) return;
      event.preventDefault();
      void navigate({ search: target }); // fire and forget
    }
    // Captured, so that this runs before the key handler of a player in the list. The player uses the arrow keys only while it has the
    // focus.
    addEventListener('keydown', turnPage, { capture: true });
    return () => removeEventListener('keydown', turnPage, { capture: true });
  }, [navigate, previousSearch, nextSearch]);

  if (!pages) return null;
  const link = (page: number, text: string, isFar = false) => (
    <Link
      key={text}
      className={classNames(styles['page'], isFar && styles['far'])}
      to={{ search: searchForPage(search, page) }}
      aria-label={uiTexts.goToPage(text, page)}
    >
      {text}
    </Link>
  );
  return (
    <nav aria-label={uiTexts.pages} className={styles['pages']}>
      {pages.hasFirst ? link(1, uiTexts.firstPage) : null}
      {pages.before.map((page, index) => link(page, String(page), index < pages.before.length - 1))}
      <span className={classNames(styles['page'], styles['current'])} aria-current="page">
        {uiTexts.currentPage(pages.current)}
      </span>
      {pages.after.map((page, index) => link(page, String(page), index > 0))}
      {pages.last ? link(pages.last.page, pages.last.isCapped ? uiTexts.maxPage(pages.last.page) : uiTexts.lastPage(pages.last.page)) : null}
    </nav>
  );
}

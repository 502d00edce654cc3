// Help around the results: the recent searches before anything is typed, the next steps after a search that found nothing, and the query
// syntax on request.
import { forgetAllSearches, forgetSearch } from '../../mutations/recent-searches.ts';
import { useRecentSearches } from '../../queries/search.ts';
import { searchTexts } from '../../texts/search.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import { keywordChips } from './keyword-chips.ts';
import styles from './search-screen.module.css';

export function RecentSearches({ onSearch, onOpenTips }: { onSearch: (query: string) => void; onOpenTips: () => void }) {
  const { mutate } = useWrite();
  const recentQueries = useRecentSearches();
  if (!recentQueries) return null;
  if (recentQueries.length === 0) {
    return (
      <div className={styles['start']}>
        <EmptyState title={searchTexts.start} text={searchTexts.startText} action={<Button onClick={onOpenTips}>{searchTexts.cheatSheet}</Button>} />
      </div>
    );
  }
  return (
    <section aria-labelledby="recent-searches" className={styles['section']}>
      <div className={styles['section-head']}>
        <h2 id="recent-searches">{searchTexts.recent}</h2>
        <Button tone="quiet" size="small" onClick={() => void mutate(forgetAllSearches)}>
          {searchTexts.forgetAll}
        </Button>
      </div>
      <ul className={styles['recent']}>
        {recentQueries.map((query) => (
          <li key={query}>
            <button type="button" className={styles['recent-search']} data-walk aria-label={searchTexts.searchAgain(query)} onClick={() => onSearch(query)}>
              <Icon name="clock" size={18} />
              <span dir="auto">{query}</span>
            </button>
            <IconButton label={searchTexts.forget(query)} icon="close" iconSize={17} onClick={() => void mutate((mirror) => forgetSearch(mirror, query))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown in place of the sections when all of them are empty. */
export function NothingFound({ typedText, onSearch, onOpenTips }: { typedText: string; onSearch: (query: string) => void; onOpenTips: () => void }) {
  const fuzzyChip = keywordChips(typedText).find(({ name, isOn }) => name === 'fuzzy:2' && !isOn);
  return (
    <EmptyState
      title={searchTexts.noVideos}
      text={searchTexts.noMatch(typedText.trim())}
      action={
        <>
          {fuzzyChip ? <Button onClick={() => onSearch(fuzzyChip.textAfterPress)}>{searchTexts.chips['fuzzy:2']}</Button> : null}
          <Button onClick={onOpenTips}>{searchTexts.cheatSheet}</Button>
        </>
      }
    />
  );
}

export function SearchTipsSheet({ onSearch, onClose }: { onSearch: (query: string) => void; onClose: () => void }) {
  return (
    <Sheet title={searchTexts.cheatSheet} onClose={onClose}>
      <p className={styles['intro']}>{searchTexts.cheatIntro}</p>
      <dl className={styles['cheats']}>
        {searchTexts.cheats.map(({ keyword, what, example }) => (
          <div key={keyword}>
            <dt>
              <code>{keyword}</code>
            </dt>
            <dd>{what}</dd>
            <dd>
              <button type="button" className={styles['example']} aria-label={searchTexts.insert(example)} onClick={() => onSearch(example)}>
                <code>{example}</code>
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

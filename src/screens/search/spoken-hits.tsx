// What is said in videos: each passage with its words, and a link to that moment.
import { Link } from 'react-router-dom';
import { channelPath, videoPath } from '../../lib/addresses.ts';
import type { SubtitleHit } from '../../queries/search.ts';
import { duration, numbers } from '../../texts/formats.ts';
import { searchTexts } from '../../texts/search.ts';
import { Icon } from '../../ui/icon.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import styles from './search-screen.module.css';

/** Video pages take whole seconds; rounded down, so that playback starts early rather than late. */
const addressOf = (hit: SubtitleHit): string => videoPath(hit.videoId, hit.startSeconds);

export function SpokenHits({ hits }: { hits: readonly SubtitleHit[] }) {
  const best = Math.max(...hits.map((hit) => hit.score), Number.MIN_VALUE);
  return (
    <ul className={styles['hits']} aria-label={searchTexts.fulltext}>
      {hits.map((hit) => (
        <li key={`${hit.videoId} ${hit.lang} ${hit.startSeconds}`}>
          <article className={styles['hit']}>
            <Thumb src={hit.thumbUrl} className={styles['thumb']}>
              <span className={styles['when']} aria-hidden="true">
                {duration(hit.startSeconds)}
              </span>
            </Thumb>
            <div>
              <p className={styles['of']} dir="auto">
                <Link to={channelPath(hit.channelId)}>{hit.channelName}</Link>
              </p>
              <h3 className={styles['hit-title']}>
                <Link to={addressOf(hit)} dir="auto" aria-label={searchTexts.playFromSpoken(hit.title, hit.startSeconds)}>
                  {hit.title}
                </Link>
              </h3>
              <blockquote dir="auto" lang={hit.lang === '' ? undefined : hit.lang}>
                {hit.line.map((part, at) => (part.isMatch ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>))}
              </blockquote>
              <p className={styles['hit-facts']}>
                <span className={styles['play']}>
                  <Icon name="play" size={14} />
                  {searchTexts.playFrom(hit.startSeconds, hit.endSeconds)}
                </span>
                <Score score={hit.score} share={hit.score / best} />
              </p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

function Score({ score, share }: { score: number; share: number }) {
  const words = numbers(undefined, { maximumFractionDigits: 1 }).format(score);
  return (
    <span className={styles['score']}>
      <i aria-hidden="true">
        <b style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </i>
      {searchTexts.score(words)}
    </span>
  );
}

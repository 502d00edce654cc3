// Hits in spoken words: each video once, with its passages below, each a link to its moment in the video.
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { channelPath, videoPath } from '../../lib/addresses.ts';
import { useSearchResults, type SubtitleHit } from '../../queries/search.ts';
import { duration } from '../../texts/formats.ts';
import { searchTexts } from '../../texts/search.ts';
import { Icon } from '../../ui/icon.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { ShowAll, type Expansion } from './found-section.tsx';
import type { VideoPassages } from './merge-hits.ts';
import styles from './search-screen.module.css';

/** How many passages of a video are shown at first. */
const quoteLimit = 3;

/** Video pages take whole seconds; rounded down, so that playback starts early rather than late. */
const addressOf = (hit: SubtitleHit): string => videoPath(hit.videoId, hit.startSeconds);

export function SpokenHits({ videos, expansion }: { videos: readonly VideoPassages[]; expansion: Expansion }) {
  const durations = useDurations(videos);
  return (
    <ul className={styles['hits']} aria-label={searchTexts.fulltext}>
      {videos.map((hits) => (
        <li key={hits[0].videoId}>
          <Video hits={hits} durationSeconds={durations.get(hits[0].videoId) ?? 0} expansion={expansion} />
        </li>
      ))}
    </ul>
  );
}

/** Hits do not contain the lengths of their videos; the mirror does. */
function useDurations(videos: readonly VideoPassages[]): ReadonlyMap<string, number> {
  const found = useSearchResults(useMemo(() => ({ videoIds: videos.map(([first]) => first.videoId), channelIds: [], playlistIds: [] }), [videos]));
  return useMemo(() => new Map(found?.videos.map(({ videoId, durationSeconds }) => [videoId, durationSeconds])), [found]);
}

function Video({ hits, durationSeconds, expansion }: { hits: VideoPassages; durationSeconds: number; expansion: Expansion }) {
  const [best] = hits;
  const shownHits = expansion.all.has(best.videoId) ? hits : hits.slice(0, quoteLimit);
  return (
    <article className={styles['hit']}>
      <Thumb src={best.thumbUrl} className={styles['thumb']}>
        {durationSeconds > 0 ? (
          <span className={styles['duration']} aria-hidden="true">
            {duration(durationSeconds)}
          </span>
        ) : null}
      </Thumb>
      <div className={styles['hit-words']}>
        <p className={styles['of']} dir="auto">
          <Link to={channelPath(best.channelId)}>{best.channelName}</Link>
        </p>
        <h3 className={styles['hit-title']}>
          <Link to={addressOf(best)} dir="auto" aria-label={searchTexts.playFromSpoken(best.title, best.startSeconds)}>
            {best.title}
          </Link>
        </h3>
      </div>
      <div className={styles['quotes']}>
        <ul aria-label={searchTexts.quotesOf(best.title)}>
          {shownHits.map((hit) => (
            <li key={`${hit.lang} ${hit.startSeconds}`}>
              <Quote hit={hit} />
            </li>
          ))}
        </ul>
        <ShowAll
          name={best.videoId}
          total={hits.length}
          limit={quoteLimit}
          words={searchTexts.moreQuotes(hits.length - quoteLimit)}
          part={best.title}
          expansion={expansion}
        />
      </div>
    </article>
  );
}

function Quote({ hit }: { hit: SubtitleHit }) {
  return (
    <Link to={addressOf(hit)} className={styles['quote']} title={searchTexts.exactly(hit.startSeconds, hit.endSeconds, hit.score)} data-walk>
      <span className={styles['when']}>
        <Icon name="play" size={14} />
        {searchTexts.playFrom(hit.startSeconds, hit.endSeconds)}
      </span>{' '}
      <q dir="auto" lang={hit.lang === '' ? undefined : hit.lang}>
        {hit.line.map((part, at) => (part.isMatch ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>))}
      </q>
    </Link>
  );
}

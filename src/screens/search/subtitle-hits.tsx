// Hits in subtitles: each video once, with its passages below. Each passage is a link to its moment in the video.
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

/** The number of passages of a video that are shown at first. */
const quoteLimit = 3;

/** The address of a passage. Video pages take whole seconds, rounded down so that playback starts early rather than late. */
const addressOf = (hit: SubtitleHit): string => videoPath(hit.videoId, hit.startSeconds);

export function SubtitleHits({ videos, expansion }: { videos: readonly VideoPassages[]; expansion: Expansion }) {
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

/** The videos' durations, read from the mirror, because hits do not contain them. */
function useDurations(videos: readonly VideoPassages[]): ReadonlyMap<string, number> {
  const results = useSearchResults(useMemo(() => ({ videoIds: videos.map(([firstHit]) => firstHit.videoId), channelIds: [], playlistIds: [] }), [videos]));
  return useMemo(() => new Map(results?.videos.map(({ videoId, durationSeconds }) => [videoId, durationSeconds])), [results]);
}

function Video({ hits, durationSeconds, expansion }: { hits: VideoPassages; durationSeconds: number; expansion: Expansion }) {
  const [firstHit] = hits;
  const shownHits = expansion.expandedNames.has(firstHit.videoId) ? hits : hits.slice(0, quoteLimit);
  return (
    <article className={styles['hit']}>
      <Thumb src={firstHit.thumbUrl} className={styles['thumb']}>
        {durationSeconds > 0 ? (
          <span className={styles['duration']} aria-hidden="true">
            {duration(durationSeconds)}
          </span>
        ) : null}
      </Thumb>
      <div className={styles['hit-text']}>
        <p className={styles['hit-channel']} dir="auto">
          <Link to={channelPath(firstHit.channelId)}>{firstHit.channelName}</Link>
        </p>
        <h3 className={styles['hit-title']}>
          <Link to={addressOf(firstHit)} dir="auto" aria-label={searchTexts.playFromSpoken(firstHit.title, firstHit.startSeconds)}>
            {firstHit.title}
          </Link>
        </h3>
      </div>
      <div className={styles['quotes']}>
        <ul aria-label={searchTexts.quotesOf(firstHit.title)}>
          {shownHits.map((hit) => (
            <li key={`${hit.lang} ${hit.startSeconds}`}>
              <Quote hit={hit} />
            </li>
          ))}
        </ul>
        <ShowAll
          name={firstHit.videoId}
          total={hits.length}
          limit={quoteLimit}
          text={searchTexts.moreQuotes(hits.length - quoteLimit)}
          partName={firstHit.title}
          expansion={expansion}
        />
      </div>
    </article>
  );
}

function Quote({ hit }: { hit: SubtitleHit }) {
  return (
    <Link to={addressOf(hit)} className={styles['quote']} title={searchTexts.exactly(hit.startSeconds, hit.endSeconds, hit.score)} data-walk>
      <span className={styles['passage-time']}>
        <Icon name="play" size={14} />
        {searchTexts.playFrom(hit.startSeconds, hit.endSeconds)}
      </span>{' '}
      <q dir="auto" lang={hit.lang === '' ? undefined : hit.lang}>
        {hit.line.map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>))}
      </q>
    </Link>
  );
}

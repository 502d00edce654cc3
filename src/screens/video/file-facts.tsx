import type { WireStream } from '../../contract/names.ts';
import { useSession } from '../../queries/session.ts';
import { fileSize, calendarDay } from '../../texts/page-formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { bitrate } from './video-rules.ts';
import styles from './file-facts.module.css';

interface FileFactsProps {
  sizeBytes: number;
  lastRefreshedAt: string;
  streams: readonly WireStream[];
}

/** The file's size in the account's unit, the day of its last refresh, and its streams. */
export function FileFacts({ sizeBytes, lastRefreshedAt, streams }: FileFactsProps) {
  const { userConfig } = useSession();
  const refreshDay = calendarDay(lastRefreshedAt);
  return (
    <section className={styles['facts']} aria-labelledby="file-facts">
      <VisuallyHidden>
        <h2 id="file-facts">{videoTexts.file}</h2>
      </VisuallyHidden>
      <dl className={styles['list']}>
        <dt>{videoTexts.fileSize}</dt>
        <dd>{sizeBytes > 0 ? fileSize(sizeBytes, userConfig.file_size_unit) : videoTexts.unknownSize}</dd>
        {refreshDay === '' ? null : (
          <>
            <dt>{videoTexts.lastRefreshed}</dt>
            <dd>{refreshDay}</dd>
          </>
        )}
        {streams.map((stream) => (
          <Stream key={`${stream.type}-${stream.index}`} stream={stream} />
        ))}
      </dl>
      {streams.length === 0 ? <p className={styles['none']}>{videoTexts.noStreams}</p> : null}
    </section>
  );
}

function Stream({ stream }: { stream: WireStream }) {
  const pictureSizeText = stream.width && stream.height ? videoTexts.pictureSize(stream.width, stream.height) : '';
  return (
    <>
      <dt>{videoTexts.streamName(stream.type, stream.codec)}</dt>
      <dd>{[pictureSizeText, bitrate(stream.bitrate)].filter(Boolean).join(' · ')}</dd>
    </>
  );
}

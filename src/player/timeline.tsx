// The timeline: one segment for each chapter, with its played and buffered parts. It is a slider for keyboard, mouse and touch.
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import { chapterAt, type Chapter } from './chapters.ts';
import { filledShare, positionAfterKey, positionOfPointer, chapterSegments, sharesWithin, type TimeRange } from './timeline-moves.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  positionSeconds: number;
  durationSeconds: number;
  buffered: readonly TimeRange[];
  chapters: readonly Chapter[];
  /** Segments to skip. */
  segments: readonly TimeRange[];
  /** Parts that are on this device. */
  deviceRanges: readonly TimeRange[];
  onSeek: (positionSeconds: number) => void;
}

export function Timeline({ positionSeconds, durationSeconds, buffered, chapters, segments, deviceRanges, onSeek }: TimelineProps) {
  const track = useRef<HTMLDivElement>(null);
  const [pointedSeconds, setPointedSeconds] = useState<number | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  // During a drag the line follows the finger; the video seeks once, on release.
  const shownSeconds = isDragging && pointedSeconds !== null ? pointedSeconds : positionSeconds;

  function positionOf(event: PointerEvent): number {
    const box = track.current?.getBoundingClientRect();
    return box ? positionOfPointer(event.clientX, box, durationSeconds) : 0;
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const position = positionAfterKey(event.key, positionSeconds, durationSeconds);
    if (position === null) return;
    event.preventDefault();
    onSeek(position);
  }

  return (
    <div
      className={classNames(styles['timeline'], isDragging && styles['dragging'])}
      role="slider"
      tabIndex={0}
      aria-label={playerTexts.seek}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationSeconds)}
      aria-valuenow={Math.floor(shownSeconds)}
      aria-valuetext={playerTexts.place(shownSeconds, durationSeconds, chapters[chapterAt(chapters, shownSeconds)]?.title ?? null)}
      dir="ltr"
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsDragging(true);
        setPointedSeconds(positionOf(event));
      }}
      onPointerMove={(event) => (isDragging || event.pointerType === 'mouse') && setPointedSeconds(positionOf(event))}
      onPointerUp={(event) => {
        if (!isDragging) return;
        setIsDragging(false);
        if (event.pointerType !== 'mouse') setPointedSeconds(null);
        onSeek(positionOf(event));
      }}
      onPointerCancel={() => {
        setIsDragging(false);
        setPointedSeconds(null);
      }}
      onPointerLeave={() => !isDragging && setPointedSeconds(null)}
    >
      <div ref={track} className={styles['segments']}>
        {chapterSegments(chapters, durationSeconds).map((segment) => (
          <span key={segment.startSeconds} className={styles['segment']} style={{ flexGrow: Math.max(0.001, segment.endSeconds - segment.startSeconds) }}>
            <Ranges segment={segment} ranges={buffered} className={styles['buffered']} />
            <i className={styles['played']} style={{ scale: `${filledShare(segment, shownSeconds)} 1` }} />
            <Ranges segment={segment} ranges={segments} className={styles['skipped']} />
          </span>
        ))}
      </div>
      {deviceRanges.length > 0 ? (
        <span className={styles['device']}>
          <Ranges segment={{ startSeconds: 0, endSeconds: durationSeconds }} ranges={deviceRanges} />
        </span>
      ) : null}
      <span className={styles['knob']} style={{ '--at': shareOf(shownSeconds, durationSeconds) } as CSSProperties} />
      {pointedSeconds === null || durationSeconds <= 0 ? null : (
        <span className={styles['bubble']} style={{ '--at': pointedSeconds / durationSeconds } as CSSProperties} aria-hidden="true">
          <b>{duration(pointedSeconds)}</b>
          {chapters[chapterAt(chapters, pointedSeconds)]?.title}
          {segments.some(({ startSeconds, endSeconds }) => pointedSeconds >= startSeconds && pointedSeconds < endSeconds) ? (
            <em>{playerTexts.sponsor}</em>
          ) : null}
        </span>
      )}
    </div>
  );
}

/** The ranges within one of the line's segments. */
function Ranges({ segment, ranges, className }: { segment: TimeRange; ranges: readonly TimeRange[]; className?: string | undefined }) {
  return sharesWithin(segment, ranges).map(({ from, to }) => (
    <i key={from} className={className} style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }} />
  ));
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}

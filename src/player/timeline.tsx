// The timeline: segments split by chapters, what is played, what is buffered; a slider for keyboard and touch.
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import { chapterAt, type Chapter } from './chapters.ts';
import { filledShare, placeAfterKey, placeOfPointer, segmentsOf, sharesWithin, type Segment } from './timeline-moves.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  positionSeconds: number;
  durationSeconds: number;
  buffered: readonly Segment[];
  chapters: readonly Chapter[];
  /** To be skipped. */
  segments: readonly Segment[];
  /** On this device. */
  deviceParts: readonly Segment[];
  onSeek: (positionSeconds: number) => void;
}

export function Timeline({ positionSeconds, durationSeconds, buffered, chapters, segments, deviceParts, onSeek }: TimelineProps) {
  const line = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  // During a drag the line follows the finger; the video seeks once, on release.
  const shown = isDragging && pointed !== null ? pointed : positionSeconds;

  function placeOf(event: PointerEvent): number {
    const box = line.current?.getBoundingClientRect();
    return box ? placeOfPointer(event.clientX, box, durationSeconds) : 0;
  }
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeAfterKey(event.key, positionSeconds, durationSeconds);
    if (place === null) return;
    event.preventDefault();
    onSeek(place);
  }

  return (
    <div
      className={classNames(styles['timeline'], isDragging && styles['dragging'])}
      role="slider"
      tabIndex={0}
      aria-label={playerTexts.seek}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationSeconds)}
      aria-valuenow={Math.floor(shown)}
      aria-valuetext={playerTexts.place(shown, durationSeconds, chapters[chapterAt(chapters, shown)]?.title ?? null)}
      dir="ltr"
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsDragging(true);
        setPointed(placeOf(event));
      }}
      onPointerMove={(event) => (isDragging || event.pointerType === 'mouse') && setPointed(placeOf(event))}
      onPointerUp={(event) => {
        if (!isDragging) return;
        setIsDragging(false);
        if (event.pointerType !== 'mouse') setPointed(null);
        onSeek(placeOf(event));
      }}
      onPointerCancel={() => {
        setIsDragging(false);
        setPointed(null);
      }}
      onPointerLeave={() => !isDragging && setPointed(null)}
    >
      <div ref={line} className={styles['segments']}>
        {segmentsOf(chapters, durationSeconds).map((segment) => (
          <span key={segment.startSeconds} className={styles['segment']} style={{ flexGrow: Math.max(0.001, segment.endSeconds - segment.startSeconds) }}>
            <Parts piece={segment} parts={buffered} className={styles['buffered']} />
            <i className={styles['played']} style={{ scale: `${filledShare(segment, shown)} 1` }} />
            <Parts piece={segment} parts={segments} className={styles['skipped']} />
          </span>
        ))}
      </div>
      {deviceParts.length > 0 ? (
        <span className={styles['device']}>
          <Parts piece={{ startSeconds: 0, endSeconds: durationSeconds }} parts={deviceParts} />
        </span>
      ) : null}
      <span className={styles['knob']} style={{ '--at': shareOf(shown, durationSeconds) } as CSSProperties} />
      {pointed === null || durationSeconds <= 0 ? null : (
        <span className={styles['bubble']} style={{ '--at': pointed / durationSeconds } as CSSProperties} aria-hidden="true">
          <b>{duration(pointed)}</b>
          {chapters[chapterAt(chapters, pointed)]?.title}
          {segments.some(({ startSeconds, endSeconds }) => pointed >= startSeconds && pointed < endSeconds) ? <em>{playerTexts.sponsor}</em> : null}
        </span>
      )}
    </div>
  );
}

/** The ranges within one of the line's segments. */
function Parts({ piece, parts, className }: { piece: Segment; parts: readonly Segment[]; className?: string | undefined }) {
  return sharesWithin(piece, parts).map(({ from, to }) => (
    <i key={from} className={className} style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }} />
  ));
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}

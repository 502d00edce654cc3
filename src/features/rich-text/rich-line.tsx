import { videoTexts } from '../../texts/video.ts';
import { duration } from '../../texts/formats.ts';
import type { TextPart } from './rich-text.ts';
import styles from './rich-line.module.css';

/** One line of untrusted text: links open in a new tab, timestamps seek. `dir="auto"` gives each line the direction of its own text. */
export function RichLine({ parts, onSeek }: { parts: readonly TextPart[]; onSeek: (seconds: number) => void }) {
  return (
    <p className={styles['line']} dir="auto">
      {parts.map((part, index) => {
        switch (part.kind) {
          case 'plain':
            return part.text;
          case 'link':
            return (
              <a key={index} className={styles['link']} href={part.href} target="_blank" rel="noopener noreferrer">
                {part.text}
              </a>
            );
          case 'time':
            return (
              <button
                key={index}
                type="button"
                className={styles['time']}
                aria-label={videoTexts.goToTime(duration(part.seconds))}
                onClick={() => onSeek(part.seconds)}
              >
                {part.text}
              </button>
            );
        }
      })}
    </p>
  );
}

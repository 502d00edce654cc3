// A 16:9 or 9:16 picture. Its space is reserved before it loads. By default, it is fetched only near the viewport. A drawing replaces a
// picture that is absent or cannot be fetched.
import { useState, type ReactNode } from 'react';
import { pictureAddress, type PicturePlace } from '../lib/picture-address.ts';
import { classNames } from './class-names.ts';
import { Logo } from './logo.tsx';
import styles from './thumb.module.css';

export interface ThumbProps {
  /** The picture's own address. */
  src: string | null;
  place?: PicturePlace | undefined;
  /** Muted colours, for watched videos. */
  isMuted?: boolean;
  /** Grey and half transparent, for videos that cannot be played now. */
  isDim?: boolean;
  /** Whether the picture loads immediately, as a page's first picture may. */
  isEager?: boolean;
  isTall?: boolean;
  className?: string | undefined;
  /** Badges over the picture. */
  children?: ReactNode;
}

/** Decorative, because the title is next to the picture. */
export function Thumb({ src: address, place, isMuted = false, isDim = false, isEager = false, isTall = false, className, children }: ThumbProps) {
  const src = pictureAddress(address, place);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <span className={classNames(styles['thumb'], isTall && styles['tall'], isMuted && styles['muted'], isDim && styles['dim'], className)}>
      {src && src !== failedSrc ? (
        <img
          className={styles['picture']}
          src={src}
          alt=""
          width={320}
          height={180}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span className={styles['fallback']}>
          <Logo size={40} isPlain />
        </span>
      )}
      {children}
    </span>
  );
}

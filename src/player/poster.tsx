import { useState, type HTMLAttributes } from 'react';
import styles from './player.module.css';

/** The video's picture, where no frame of it is to be seen. */
export function Poster({ url, ...listeners }: { url: string | null } & HTMLAttributes<HTMLElement>) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // Decoration: the title is beside it, and the play button is the control.
  return url !== null && url !== failedUrl ? (
    <img
      className={styles['poster']}
      src={url}
      alt=""
      decoding="async"
      fetchPriority="high"
      draggable={false}
      {...listeners}
      onError={() => setFailedUrl(url)}
    />
  ) : (
    <span className={styles['poster']} {...listeners} />
  );
}

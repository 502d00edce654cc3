// A round picture of a channel or a person; without one, initials on a tint derived from the id.
import { useState } from 'react';
import { pictureAddress } from '../lib/picture-address.ts';
import { initialsOf, tintOf } from './avatar-tint.ts';
import { classNames } from './class-names.ts';
import styles from './avatar.module.css';

export interface AvatarProps {
  name: string;
  /** The channel's id; null for a person, who gets a neutral background. */
  id: string | null;
  /** The picture's own address. */
  src?: string | null;
  /** In CSS pixels. */
  size?: number;
  className?: string | undefined;
}

/** Decorative, because the name is next to the avatar. */
export function Avatar({ name, id, src: address = null, size = 36, className }: AvatarProps) {
  const src = pictureAddress(address, 'icon');
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const tint = id === null ? null : tintOf(id);
  const style = {
    inlineSize: size,
    blockSize: size,
    fontSize: size * 0.36,
    ...(tint && { backgroundColor: tint.background, color: tint.text }),
  };
  return (
    <span className={classNames(styles['avatar'], className)} style={style} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img className={styles['picture']} src={src} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setFailedSrc(src)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

import { useEffect, useState } from 'react';
import { whenIdle } from '../ports.ts';

/**
 * False until the first content is painted and the page is idle, because a chunk that can wait must not compete with the first content
 * for bandwidth.
 */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle;
}

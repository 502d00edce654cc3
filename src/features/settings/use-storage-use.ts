import { useEffect, useState } from 'react';

/** Bytes that this browser stores for this origin; null until it is known, or if the browser does not report it. */
export function useStorageUse(): number | null {
  const [usedBytes, setUsedBytes] = useState<number | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // Undefined outside secure contexts, despite the types.
    const storage = navigator.storage as StorageManager | undefined;
    void storage
      ?.estimate()
      .then(({ usage }) => !isUnmounted && setUsedBytes(usage ?? null))
      .catch(() => {}); // refused: nothing is reported
    return () => {
      isUnmounted = true;
    };
  }, []);
  return usedBytes;
}

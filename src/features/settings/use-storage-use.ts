import { useEffect, useState } from 'react';

/** The number of bytes that this browser stores for this origin; null until known, or if the browser does not report it. */
export function useStorageUse(): number | null {
  const [usedBytes, setUsedBytes] = useState<number | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // Undefined outside secure contexts, despite the types.
    const storage = navigator.storage as StorageManager | undefined;
    void storage
      ?.estimate()
      .then(({ usage }) => !isUnmounted && setUsedBytes(usage ?? null))
      .catch(() => {}); // the browser refuses to report it
    return () => {
      isUnmounted = true;
    };
  }, []);
  return usedBytes;
}

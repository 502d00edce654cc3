import { useEffect, useState } from 'react';

/** Bytes that this browser stores for this origin; null until known, and if the browser does not say. */
export function useStorageUse(): number | null {
  const [usedBytes, setUsedBytes] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    // Absent outside secure contexts, despite the types.
    const storage = navigator.storage as StorageManager | undefined;
    void storage
      ?.estimate()
      .then(({ usage }) => !isGone && setUsedBytes(usage ?? null))
      .catch(() => {}); // refused: nothing is reported
    return () => {
      isGone = true;
    };
  }, []);
  return usedBytes;
}

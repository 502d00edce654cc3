import { useEffect, useState } from 'react';

/** Bytes that this browser keeps for this address; null while asking and where it does not tell. */
export function useStorageUse(): number | null {
  const [usedBytes, setUsedBytes] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    // Absent outside of secure contexts, whatever the types say.
    const storage = navigator.storage as StorageManager | undefined;
    void storage
      ?.estimate()
      .then(({ usage }) => !isGone && setUsedBytes(usage ?? null))
      .catch(() => {}); // refused: nothing is told
    return () => {
      isGone = true;
    };
  }, []);
  return usedBytes;
}

// How much saved videos take, how much is left, and whether the browser may clear them (UX 4, Storage meter).
import { useEffect, useState } from 'react';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedTexts } from '../../texts/saved.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './saved-screen.module.css';

interface Storage {
  freeBytes: number | null;
  isProtected: boolean;
}

export function StorageMeter({ usedBytes, unit }: { usedBytes: number; unit: SizeUnit }) {
  const showToast = useToast();
  const [storage, setStorage] = useState<Storage | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isGone = false;
    void readStorage().then((read) => isGone || setStorage(read));
    return () => {
      isGone = true;
    };
  }, [usedBytes, looks]);

  async function protect(): Promise<void> {
    if (!(await navigator.storage.persist())) showToast({ text: savedTexts.notGranted });
    setLooks((count) => count + 1);
  }

  const [figure, unitName] = fileSize(usedBytes, unit).split(' ');
  const share = storage?.freeBytes ? (usedBytes / (usedBytes + storage.freeBytes)) * 100 : 0;
  return (
    <section className={styles['meter']}>
      <p className={styles['figure']}>
        <b>{figure}</b> {unitName} <span>{savedTexts.used}</span>
      </p>
      <div className={styles['bar']} aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      {storage === null || storage.freeBytes === null ? null : <p className={styles['free']}>{savedTexts.free(fileSize(storage.freeBytes, unit))}</p>}
      {storage === null ? null : storage.isProtected ? (
        <p className={styles['protected']}>{savedTexts.isProtected}</p>
      ) : (
        <p className={styles['open']}>
          {savedTexts.notProtected}{' '}
          <Button size="small" onClick={() => void protect()}>
            {savedTexts.protect}
          </Button>
        </p>
      )}
    </section>
  );
}

async function readStorage(): Promise<Storage> {
  const [{ usage, quota }, isProtected] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { freeBytes: usage === undefined || quota === undefined ? null : Math.max(0, quota - usage), isProtected };
}

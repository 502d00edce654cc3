// Whether the browser may evict this device's copy when space runs out, and a button that asks the browser to keep it.
import { useEffect, useState } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { requestProtection } from '../../features/settings/request-protection.ts';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import styles from './user-settings-screen.module.css';

type Protection = 'protected' | 'open' | 'asking' | 'refused';

/** Renders nothing until the protection is known, or if the browser cannot report it. */
export function ProtectionRow() {
  const [protection, setProtection] = useState<Protection | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // Undefined outside secure contexts, despite the types.
    const storage = navigator.storage as StorageManager | undefined;
    void storage
      ?.persisted()
      .then((isPersisted) => !isUnmounted && setProtection(isPersisted ? 'protected' : 'open'))
      .catch(() => {}); // after a failure, the row stays absent
    return () => {
      isUnmounted = true;
    };
  }, []);
  if (protection === null) return null;

  async function protect(): Promise<void> {
    setProtection('asking');
    setProtection((await requestProtection()) ? 'protected' : 'refused');
  }

  const texts = settingsTexts.protection;
  return (
    <SettingRow
      label={texts.label}
      note={
        <p role="status" className={styles['fact']}>
          {texts.states[protection]}
        </p>
      }
    >
      {({ labelId }) =>
        protection === 'protected' ? null : (
          <Button disabled={protection === 'asking'} aria-describedby={labelId} onClick={() => void protect()}>
            {texts.protect}
          </Button>
        )
      }
    </SettingRow>
  );
}

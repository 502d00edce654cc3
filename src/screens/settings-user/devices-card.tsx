// The devices on which this account is signed in. Only Stowaway's own server reports them; with any other server the card is absent.
import { useState } from 'react';
import type { WireDevice } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useCommand } from '../../features/writes/use-command.ts';
import { usePageDocument } from '../../queries/page-documents.ts';
import { age } from '../../texts/formats.ts';
import { deviceTexts as texts } from '../../texts/devices.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './user-settings-screen.module.css';

export function SignedInDevicesCard() {
  const devices = usePageDocument('page:devices');
  if (devices.state !== 'ready' || devices.data.length === 0) return null;
  return (
    <SettingCard title={texts.title}>
      {devices.data.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </SettingCard>
  );
}

function DeviceRow({ device }: { device: WireDevice }) {
  const nowMs = useMountTimeMs();
  const isAway = useIsAway();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const command = useCommand();
  const { endDevice } = useSettingsCommands();
  const ageText = (iso: string): string => age(Date.parse(iso), nowMs);
  const name = device.is_this ? texts.thisOne(device.name) : device.name;
  return (
    <SettingRow label={name} note={<p className={styles['fact']}>{texts.seen(ageText(device.last_used), ageText(device.signed_in))}</p>}>
      {({ labelId }) =>
        device.is_this ? null : (
          <>
            <Button aria-haspopup="dialog" aria-describedby={labelId} disabled={isAway} onClick={() => setIsDialogOpen(true)}>
              {texts.signOut}
            </Button>
            {isDialogOpen ? (
              <ConfirmDialog
                question={texts.question(name)}
                consequence={texts.consequence}
                answers={[
                  {
                    label: texts.signOut,
                    tone: 'danger-fill',
                    onChoose: () => {
                      setIsDialogOpen(false);
                      void command(() => endDevice(device.id)); // the command also reads the list again
                    },
                  },
                ]}
                onCancel={() => setIsDialogOpen(false)}
              />
            ) : null}
          </>
        )
      }
    </SettingRow>
  );
}

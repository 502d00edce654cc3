// The API token of the signed-in user: shown on request, never stored on the device.
import { useState } from 'react';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { appSettingsTexts } from '../../texts/app-settings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { copyText } from '../../features/page/copy-text.ts';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import styles from './application-settings.module.css';

const texts = appSettingsTexts.apiToken;

type TokenState = { name: 'hidden' } | { name: 'busy' } | { name: 'shown'; token: string } | { name: 'revoked' } | { name: 'refused'; why: string };

export function ApiTokenRow() {
  const { getApiToken } = useSettingsCommands();
  const showToast = useToast();
  const isAway = useIsAway();
  const [shown, setShown] = useState<TokenState>({ name: 'hidden' });
  const [isAsking, setIsAsking] = useState(false);

  async function show(): Promise<void> {
    setShown({ name: 'busy' });
    const result = await getApiToken();
    setShown(result.ok ? { name: 'shown', token: result.value } : { name: 'refused', why: commandErrorText(result.error) });
  }

  return (
    <SettingRow
      label={texts.label}
      help={texts.help}
      note={
        <div role="status" className={styles['fact']}>
          {shown.name === 'shown' ? <code className={styles['secret']}>{shown.token}</code> : null}
          {shown.name === 'revoked' ? texts.revoked : null}
          {shown.name === 'refused' ? shown.why : null}
        </div>
      }
    >
      {() => (
        <>
          {shown.name === 'shown' ? (
            <>
              <Button onClick={() => void copyText(shown.token).then((isCopied) => showToast({ text: isCopied ? texts.copied : texts.copyFailed }))}>
                {texts.copy}
              </Button>
              <Button icon="eye-struck" onClick={() => setShown({ name: 'hidden' })}>
                {texts.hide}
              </Button>
            </>
          ) : (
            <Button icon="eye" disabled={isAway || shown.name === 'busy'} onClick={() => void show()}>
              {texts.show}
            </Button>
          )}
          <Button tone="danger" disabled={isAway} onClick={() => setIsAsking(true)}>
            {texts.revoke}
          </Button>
          {isAsking ? (
            <RevokeToken
              onClose={(isRevoked) => {
                setIsAsking(false);
                if (isRevoked) setShown({ name: 'revoked' });
              }}
            />
          ) : null}
        </>
      )}
    </SettingRow>
  );
}

function RevokeToken({ onClose }: { onClose: (isRevoked: boolean) => void }) {
  const { revokeApiToken } = useSettingsCommands();
  const [isBusy, setIsBusy] = useState(false);
  const [why, setWhy] = useState<string | null>(null);

  async function revoke(): Promise<void> {
    setIsBusy(true);
    const result = await revokeApiToken();
    setIsBusy(false);
    if (result.ok) onClose(true);
    else setWhy(commandErrorText(result.error));
  }

  return (
    <ConfirmDialog
      question={texts.revokeQuestion}
      consequence={why ?? texts.revokeText}
      answers={[{ label: texts.revoke, tone: 'danger-fill', onChoose: () => void revoke() }]} // its outcome is drawn here
      isBusy={isBusy}
      onCancel={() => onClose(false)}
    />
  );
}

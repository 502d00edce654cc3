// The API token of the signed-in user, which is shown on request and never stored on the device.
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

type TokenState = { name: 'hidden' } | { name: 'busy' } | { name: 'shown'; token: string } | { name: 'revoked' } | { name: 'failed'; reason: string };

export function ApiTokenRow() {
  const { getApiToken } = useSettingsCommands();
  const showToast = useToast();
  const isAway = useIsAway();
  const [tokenState, setTokenState] = useState<TokenState>({ name: 'hidden' });
  const [isRevokeDialogOpen, setIsRevokeDialogOpen] = useState(false);

  async function show(): Promise<void> {
    setTokenState({ name: 'busy' });
    const result = await getApiToken();
    setTokenState(result.ok ? { name: 'shown', token: result.value } : { name: 'failed', reason: commandErrorText(result.error) });
  }

  return (
    <SettingRow
      label={texts.label}
      help={texts.help}
      note={
        <div role="status" className={styles['fact']}>
          {tokenState.name === 'shown' ? <code className={styles['secret']}>{tokenState.token}</code> : null}
          {tokenState.name === 'revoked' ? texts.revoked : null}
          {tokenState.name === 'failed' ? tokenState.reason : null}
        </div>
      }
    >
      {() => (
        <>
          {tokenState.name === 'shown' ? (
            <>
              <Button onClick={() => void copyText(tokenState.token).then((isCopied) => showToast({ text: isCopied ? texts.copied : texts.copyFailed }))}>
                {texts.copy}
              </Button>
              <Button icon="eye-struck" onClick={() => setTokenState({ name: 'hidden' })}>
                {texts.hide}
              </Button>
            </>
          ) : (
            <Button icon="eye" disabled={isAway || tokenState.name === 'busy'} onClick={() => void show()}>
              {texts.show}
            </Button>
          )}
          <Button tone="danger" disabled={isAway} onClick={() => setIsRevokeDialogOpen(true)}>
            {texts.revoke}
          </Button>
          {isRevokeDialogOpen ? (
            <RevokeDialog
              onClose={(isRevoked) => {
                setIsRevokeDialogOpen(false);
                if (isRevoked) setTokenState({ name: 'revoked' });
              }}
            />
          ) : null}
        </>
      )}
    </SettingRow>
  );
}

function RevokeDialog({ onClose }: { onClose: (isRevoked: boolean) => void }) {
  const { revokeApiToken } = useSettingsCommands();
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);

  async function revoke(): Promise<void> {
    setIsBusy(true);
    const result = await revokeApiToken();
    setIsBusy(false);
    if (result.ok) onClose(true);
    else setReason(commandErrorText(result.error));
  }

  return (
    <ConfirmDialog
      question={texts.revokeQuestion}
      consequence={reason ?? texts.revokeText}
      answers={[{ label: texts.revoke, tone: 'danger-fill', onChoose: () => void revoke() }]} // fire and forget: the outcome is drawn here
      isBusy={isBusy}
      onCancel={() => onClose(false)}
    />
  );
}

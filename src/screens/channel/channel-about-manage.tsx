// The card where staff reindex or delete a channel. Both actions need the archive, and say so while it is away.
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialogFailure } from '../../ui/confirm-dialog.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useCommand } from '../../features/writes/use-command.ts';
import type { Channel } from './shown-channel.ts';
import styles from './channel-about.module.css';

export function ChannelManage({ channel }: { channel: Channel }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <SettingCard title={texts.manage}>
      <Reindex channelId={channel.channelId} />
      <SettingRow label={texts.delete} help={texts.deleteHelp}>
        {() => (
          <Button tone="danger" onClick={() => setIsDialogOpen(true)}>
            <RareIcon name="bin" size={19} />
            {texts.delete}
          </Button>
        )}
      </SettingRow>
      {isDialogOpen ? <DeleteDialog channel={channel} onCancel={() => setIsDialogOpen(false)} /> : null}
    </SettingCard>
  );
}

type SendState = { name: 'idle' } | { name: 'busy' } | { name: 'scheduled' } | { name: 'failed'; reason: string };

function Reindex({ channelId }: { channelId: string }) {
  const { reindex } = useCommands();
  const [sendState, setSendState] = useState<SendState>({ name: 'idle' });

  async function send(): Promise<void> {
    setSendState({ name: 'busy' });
    const result = await reindex({ channel: channelId });
    setSendState(result.ok ? { name: 'scheduled' } : { name: 'failed', reason: commandErrorText(result.error) });
  }

  return (
    <SettingRow
      label={texts.reindex}
      help={texts.reindexHelp}
      note={
        sendState.name === 'failed' ? (
          <p role="alert" className={styles['failed']}>
            {sendState.reason}
          </p>
        ) : null
      }
    >
      {() => (
        <span role="status">
          {sendState.name === 'scheduled' ? (
            <span className={styles['scheduled']}>{texts.reindexScheduled}</span>
          ) : (
            <Button icon="retry" disabled={sendState.name === 'busy'} onClick={() => void send()}>
              {texts.reindex}
            </Button>
          )}
        </span>
      )}
    </SettingRow>
  );
}

function DeleteDialog({ channel: { channelId, name }, onCancel }: { channel: Channel; onCancel: () => void }) {
  const { deleteChannel } = useCommands();
  const navigate = useNavigate();
  const command = useCommand();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, reportFailure] = useDialogFailure();

  async function remove(): Promise<void> {
    setIsBusy(true);
    const { pathname } = window.location;
    const result = await command(() => deleteChannel(channelId), { message: texts.deleted(name), failureText: () => null });
    setIsBusy(false);
    if (!result.ok) return reportFailure(commandErrorText(result.error));
    // If the user cancelled too late and has opened another page, that page stays. Fire and forget.
    if (window.location.pathname === pathname) void navigate('/channel/', { replace: true });
  }

  return (
    <ConfirmDialog
      question={texts.deleteQuestion(name)}
      consequence={failure ?? texts.deleteText}
      answers={[{ label: texts.delete, tone: 'danger-fill', onChoose: () => void remove() }]}
      isBusy={isBusy}
      onCancel={onCancel}
    />
  );
}

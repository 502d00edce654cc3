// The addresses that are notified of a task's result, listed by task. They can be added, removed and tested.
import { useId, useState, type FormEvent } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { WireTaskName, WireTaskNotifications } from '../../contract/names.ts';
import type { View } from '../../queries/views.ts';
import { schedulingTexts } from '../../texts/scheduling.ts';
import { Button } from '../../ui/button.tsx';
import { CommandButton } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { SettingCard } from '../../features/settings/setting-card.tsx';
import { ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import styles from './scheduling.module.css';

const texts = schedulingTexts.notifications;

/** The tasks that send notifications (contract, TaskNotifications). */
const tasks = ['update_subscribed', 'extract_download', 'download_pending', 'check_reindex'] as const satisfies readonly WireTaskName[];

export function NotificationsCard({ view }: { view: View<WireTaskNotifications> }) {
  return (
    <div className={styles['notifications']}>
      <SettingCard title={texts.title}>
        <HelpLine>{texts.help}</HelpLine>
        <ViewContent view={view} isSmall>
          {(notifications) => <Addresses notifications={notifications} />}
        </ViewContent>
        <AddForm />
      </SettingCard>
    </div>
  );
}

function Addresses({ notifications }: { notifications: WireTaskNotifications }) {
  const { deleteTaskNotification } = useSettingsCommands();
  const isAway = useIsAway();
  // The archive sends this object, so its keys are names of tasks.
  const entries = Object.entries(notifications) as [WireTaskName, { urls: string[]; title: string }][];
  if (entries.every(([, { urls }]) => urls.length === 0)) return <p className={styles['none']}>{texts.none}</p>;
  return entries.map(([task, { urls, title }]) => (
    <div key={task} role="group" aria-label={texts.of(titleOf(task, title))} className={styles['addresses']}>
      <h3>{titleOf(task, title)}</h3>
      <ul>
        {urls.map((url) => (
          <li key={url}>
            <span>{url}</span>
            <CommandButton tone="danger" label={texts.removeOf(url)} isDisabled={isAway} run={() => deleteTaskNotification(task, url)}>
              {texts.remove}
            </CommandButton>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function titleOf(task: WireTaskName, title: string): string {
  return task in texts.tasks ? texts.tasks[task as keyof typeof texts.tasks] : title || task;
}

type SendState = { name: 'idle' } | { name: 'busy' } | { name: 'done'; message: string } | { name: 'failed'; reason: string };

function AddForm() {
  const { addTaskNotification, testTaskNotification } = useSettingsCommands();
  const isAway = useIsAway();
  const [task, setTask] = useState<WireTaskName | ''>('');
  const [url, setUrl] = useState('');
  const [sendState, setSendState] = useState<SendState>({ name: 'idle' });
  const taskFieldId = useId();
  const urlFieldId = useId();
  const noteId = useId();
  // The scheme identifies the service. The archive would accept an address without a scheme, and then fail each time it sends.
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(url.trim());
  const isReady = task !== '' && hasScheme && !isAway && sendState.name !== 'busy';

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setSendState({ name: 'busy' });
    const result = await addTaskNotification(task, url.trim());
    if (result.ok) setUrl((currentUrl) => (currentUrl === url ? '' : currentUrl));
    setSendState(result.ok ? { name: 'done', message: texts.saved } : { name: 'failed', reason: commandErrorText(result.error) });
  }

  async function test(): Promise<void> {
    if (!isReady) return;
    setSendState({ name: 'busy' });
    const result = await testTaskNotification(task, url.trim());
    setSendState(result.ok ? { name: 'done', message: result.value ?? texts.tested } : { name: 'failed', reason: testErrorText(result.error) });
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <div className={styles['form-field']}>
        <label htmlFor={taskFieldId}>{texts.task}</label>
        <select
          id={taskFieldId}
          value={task}
          disabled={isAway}
          onChange={(event) => {
            setTask(event.target.value as WireTaskName | '');
            setSendState({ name: 'idle' });
          }}
        >
          <option value="">{texts.choose}</option>
          {tasks.map((name) => (
            <option key={name} value={name}>
              {texts.tasks[name]}
            </option>
          ))}
        </select>
      </div>
      <div className={styles['form-field']}>
        <label htmlFor={urlFieldId}>{texts.url}</label>
        <input
          id={urlFieldId}
          value={url}
          readOnly={isAway}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={noteId}
          onChange={(event) => {
            setUrl(event.target.value);
            setSendState({ name: 'idle' });
          }}
        />
      </div>
      <div className={styles['buttons']}>
        <Button disabled={!isReady} onClick={() => void test()}>
          {texts.test}
        </Button>
        <Button type="submit" tone="primary" disabled={!isReady}>
          {texts.save}
        </Button>
      </div>
      <div id={noteId} role="status" className={styles['note']} data-failed={sendState.name === 'failed' || undefined}>
        {sendState.name === 'done'
          ? sendState.message
          : sendState.name === 'failed'
            ? sendState.reason
            : url.trim() === '' || hasScheme
              ? null
              : texts.noScheme}
      </div>
    </form>
  );
}

/** The text for a failed test (SPEC §8): the archive's message for a refusal, if it sent one; "unexpected" for a server error or a 404. */
function testErrorText(failure: CommandFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.message ?? texts.testFailed;
    case 'server-error':
    case 'not-found':
      return texts.unexpected;
    default:
      return commandErrorText(failure);
  }
}

// The cookie for downloads, with its state and age. The user pastes the cookie or chooses a file; either is checked before it is sent.
import { useId, useState, type ChangeEvent } from 'react';
import type { WireCookie } from '../../contract/names.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import { usePageDocument } from '../../queries/page-documents.ts';
import { appSettingsTexts } from '../../texts/app-settings.ts';
import { age } from '../../texts/formats.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CommandButton } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { asCookieFile, problemOfCookie } from './cookie-text.ts';
import { SectionIcon } from './section-icon.tsx';
import styles from './application-settings.module.css';

const texts = appSettingsTexts.cookie;

/** Far more than a browser's cookies take, so a larger file is the wrong file. */
const maxFileBytes = 4_000_000;

export function CookieCard({ id }: { id: string }) {
  const view = usePageDocument('page:cookie');
  return (
    <SettingCard title={appSettingsTexts.sections.cookie} icon={<SectionIcon name="cookie" />} id={id}>
      <ViewContent view={view} isSmall>
        {(cookie) => <CookieState cookie={cookie} />}
      </ViewContent>
    </SettingCard>
  );
}

function CookieState({ cookie }: { cookie: WireCookie }) {
  const { validateCookie } = useSettingsCommands();
  const isAway = useIsAway();
  const nowMs = useNowRoundedUpMs();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false);
  return (
    <>
      <SettingRow label={texts.state} help={texts.help} note={<p className={styles['fact']}>{cookieStateText(cookie, nowMs)}</p>}>
        {() => (
          <>
            {cookie.cookie_enabled ? (
              <>
                <CommandButton isDisabled={isAway} run={validateCookie}>
                  {texts.check}
                </CommandButton>
                <Button tone="danger" disabled={isAway} onClick={() => setIsDeleteDialogOpen(true)}>
                  {texts.delete}
                </Button>
              </>
            ) : null}
            <Button aria-expanded={isFormOpen} onClick={() => setIsFormOpen(!isFormOpen)}>
              {cookie.cookie_enabled ? texts.replace : texts.add}
            </Button>
          </>
        )}
      </SettingRow>
      {isFormOpen ? <CookieForm isReplacing={cookie.cookie_enabled} onDone={() => setIsFormOpen(false)} /> : null}
      {isDeleteDialogOpen ? <DeleteDialog onClose={() => setIsDeleteDialogOpen(false)} /> : null}
    </>
  );
}

function cookieStateText(cookie: WireCookie, nowMs: number): string {
  if (!cookie.cookie_enabled) return texts.none;
  if (cookie.status === undefined) return texts.stored;
  const validatedText = cookie.validated === undefined ? (cookie.validated_str ?? '') : age(cookie.validated * 1000, nowMs);
  return cookie.status ? texts.accepted(validatedText) : texts.notAccepted(validatedText);
}

type SendState = { name: 'idle' } | { name: 'busy' } | { name: 'failed'; reason: string };

function CookieForm({ isReplacing, onDone }: { isReplacing: boolean; onDone: () => void }) {
  const { setCookie } = useSettingsCommands();
  const isAway = useIsAway();
  const [content, setContent] = useState('');
  const [sendState, setSendState] = useState<SendState>({ name: 'idle' });
  const noteId = useId();
  const problem = content.trim() === '' ? null : problemOfCookie(content);
  const note = sendState.name === 'failed' ? sendState.reason : problem;

  async function readFile(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    event.target.value = ''; // so that the same file can be chosen again
    if (!file) return;
    if (file.size > maxFileBytes) return setSendState({ name: 'failed', reason: texts.tooLarge });
    const text = await file.text().catch(() => null);
    if (text === null) return setSendState({ name: 'failed', reason: texts.unreadable });
    setSendState({ name: 'idle' });
    setContent(text);
  }

  async function save(): Promise<void> {
    setSendState({ name: 'busy' });
    const result = await setCookie(asCookieFile(content));
    if (result.ok) return onDone();
    setSendState({ name: 'failed', reason: commandErrorText(result.error) });
  }

  return (
    <form
      className={styles['cookie-form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save(); // fire and forget: the outcome is drawn here
      }}
    >
      <textarea
        aria-label={texts.field}
        aria-describedby={noteId}
        aria-invalid={problem !== null}
        className={styles['area']}
        rows={6}
        placeholder={texts.placeholder}
        value={content}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setSendState({ name: 'idle' });
          setContent(event.target.value);
        }}
      />
      <div id={noteId}>
        {note === null ? null : (
          <p role="alert" className={styles['problem']}>
            {note}
          </p>
        )}
        {isReplacing ? <p className={styles['fact']}>{texts.replaces}</p> : null}
      </div>
      <div className={styles['buttons']}>
        <label className={styles['file']}>
          {texts.chooseFile}
          <input type="file" accept=".txt,text/plain" onChange={(event) => void readFile(event)} />
        </label>
        <Button type="submit" tone="primary" disabled={isAway || sendState.name === 'busy' || content.trim() === '' || problem !== null}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { deleteCookie } = useSettingsCommands();
  const [sendState, setSendState] = useState<SendState>({ name: 'idle' });

  async function remove(): Promise<void> {
    setSendState({ name: 'busy' });
    const result = await deleteCookie();
    if (result.ok) onClose();
    else setSendState({ name: 'failed', reason: commandErrorText(result.error) });
  }

  return (
    <ConfirmDialog
      question={texts.deleteQuestion}
      consequence={sendState.name === 'failed' ? sendState.reason : texts.deleteText}
      answers={[{ label: texts.delete, tone: 'danger-fill', onChoose: () => void remove() }]} // fire and forget: the outcome is drawn here
      isBusy={sendState.name === 'busy'}
      onCancel={onClose}
    />
  );
}

// One overwrite that is a number or a text: empty is unset, Update appears once it differs, Reset unsets it, a tick stands for
// 3 s. What the archive did not take stays typed, with the reason.
import { useEffect, useState, type KeyboardEvent } from 'react';
import { channelAboutTexts as texts } from '../../texts/channel-about.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { draftOf, mostOfNumbers, type Saved } from './overwrite-draft.ts';
import styles from './channel-about.module.css';

/** SPEC §9. */
export const tickMs = 3000;

interface OverwriteFieldProps {
  name: string;
  kind: 'number' | 'text';
  saved: Saved;
  labelId: string;
  /** Absent while help is switched off. */
  helpId: string | undefined;
  /** Null: the archive has it. Else why not, in words. */
  onSave: (value: Saved) => Promise<string | null>;
}

type Sending = { name: 'idle' } | { name: 'busy' } | { name: 'done' } | { name: 'refused'; why: string };

export function OverwriteField({ name, kind, saved, labelId, helpId, onSave }: OverwriteFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [sending, setSending] = useState<Sending>({ name: 'idle' });
  useEffect(() => {
    if (sending.name !== 'done') return undefined;
    const timer = setTimeout(() => setSending({ name: 'idle' }), tickMs);
    return () => clearTimeout(timer);
  }, [sending]);
  const draft = draftOf(kind, typed, saved);
  const noteId = `${labelId}-note`;
  const note = draft.name === 'invalid' ? texts.wholeNumber(mostOfNumbers) : sending.name === 'refused' ? sending.why : null;

  async function save(value: Saved): Promise<void> {
    setSending({ name: 'busy' });
    const why = await onSave(value);
    if (why === null) setTyped(null);
    setSending(why === null ? { name: 'done' } : { name: 'refused', why });
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter' && draft.name === 'changed' && sending.name !== 'busy') void save(draft.value);
    else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
      setSending({ name: 'idle' });
    }
  }

  return (
    <div className={styles['overwrite']}>
      <input
        className={classNames(styles['field'], kind === 'text' && styles['wide'], draft.name === 'changed' && styles['changed'])}
        {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.notSet}
        aria-labelledby={labelId}
        aria-describedby={note === null ? helpId : noteId}
        aria-invalid={draft.name === 'invalid'}
        value={typed ?? String(saved ?? '')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      {draft.name === 'changed' ? (
        <Button tone="primary" disabled={sending.name === 'busy'} onClick={() => void save(draft.value)}>
          {texts.update}
        </Button>
      ) : null}
      {saved === null ? null : (
        <Button tone="quiet" aria-label={texts.resetOf(name)} disabled={sending.name === 'busy'} onClick={() => void save(null)}>
          {texts.reset}
        </Button>
      )}
      <span role="status" className={styles['tick']}>
        {sending.name === 'done' ? (
          <span role="img" aria-label={texts.saved}>
            <Icon name="tick" size={20} />
          </span>
        ) : null}
      </span>
      {note === null ? null : (
        <p id={noteId} role="alert" className={styles['note']}>
          {note}
        </p>
      )}
    </div>
  );
}

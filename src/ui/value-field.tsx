// A field for a single value. Update appears once the text differs from the saved value (SPEC §5). Reset unsets the value, and Escape
// reverts the text. A tick is shown for 3 s after saving (§9). A value that was not accepted stays, with the reason next to it.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { fieldTexts } from '../texts/fields.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { fieldDraft, type Parsed } from './field-draft.ts';
import { RareIcon } from './rare-icon.tsx';
import { Icon } from './icon.tsx';
import buttons from './button.module.css';
import styles from './value-field.module.css';

/** How long the tick is shown (SPEC §9). */
const tickMs = 3000;

interface ValueFieldProps<Value extends string | number | null> {
  /** The name of the setting, which is part of Reset's label for screen readers. */
  name: string;
  labelId: string;
  /** Undefined while help text is switched off. */
  helpId: string | undefined;
  /** The archive's value. */
  savedValue: Value;
  /** Parses the trimmed text. */
  parse: (text: string) => Parsed<Value>;
  /** `code`: monospaced, in a wide field. */
  variant?: 'number' | 'text' | 'code';
  /** Shown after a number. */
  unit?: string | undefined;
  placeholder?: string;
  /** The label of the Update button. */
  action?: string;
  /** Whether Reset is offered while a value is saved. Reset saves null. */
  canUnset?: boolean;
  /** True while the archive is away. The text then stays, but cannot be sent. */
  isReadOnly?: boolean;
  /** Shown below the field while its text has no problem: the meaning of the text, or a recommendation. */
  remark?: ((text: string) => ReactNode) | undefined;
  /** Resolves to null once the value is saved, otherwise to the reason, as a text for the user. */
  onSave: (value: Value) => Promise<string | null>;
}

type SaveState = { name: 'idle' } | { name: 'busy' } | { name: 'done'; text: string } | { name: 'failed'; reason: string };

export function ValueField<Value extends string | number | null>(props: ValueFieldProps<Value>) {
  const { name, labelId, helpId, savedValue, parse, variant = 'number', unit, action = fieldTexts.update, isReadOnly = false, remark, onSave } = props;
  const { canUnset = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typedText, setTypedText] = useState<string | null>(null);
  const [saveState, setSaveState] = useState<SaveState>({ name: 'idle' });
  useEffect(() => {
    if (saveState.name !== 'done') return undefined;
    const timer = setTimeout(() => {
      setSaveState({ name: 'idle' });
      setTypedText((current) => (current === saveState.text ? null : current));
    }, tickMs);
    return () => clearTimeout(timer);
  }, [saveState]);
  const text = typedText ?? String(savedValue ?? '');
  // Just after saving, `savedValue` may still be the old value.
  const draft = saveState.name === 'done' && typedText === saveState.text ? ({ name: 'saved' } as const) : fieldDraft(typedText, savedValue, parse);
  const problem = draft.name === 'invalid' ? draft.problem : saveState.name === 'failed' ? saveState.reason : null;
  const remarkContent = problem === null ? remark?.(text.trim()) : null;
  const [problemId, remarkId] = [`${labelId}-problem`, `${labelId}-remark`];
  const isIdle = saveState.name !== 'busy' && !isReadOnly;

  async function save(value: Value): Promise<void> {
    setSaveState({ name: 'busy' });
    const reason = await onSave(value);
    const acceptedText = String(value ?? '');
    // Text that was typed while the value was being saved stays.
    if (reason === null) setTypedText((current) => (current === typedText ? acceptedText : current));
    setSaveState(reason === null ? { name: 'done', text: acceptedText } : { name: 'failed', reason });
  }

  /** If the button was pressed by keyboard, the focus moves to the field, because the button disappears. */
  function saveOnPress(event: MouseEvent, value: Value): void {
    if (event.detail === 0) field.current?.focus();
    void save(value); // the result is the state of this field
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && draft.name === 'changed' && isIdle) void save(draft.value);
    else if (event.key === 'Escape' && typedText !== null) {
      event.stopPropagation();
      setTypedText(null);
      // While a value is being saved, the field stays busy. Otherwise another value could be sent, and the two might arrive in either order.
      if (saveState.name !== 'busy') setSaveState({ name: 'idle' });
    }
  }

  return (
    <div data-field className={classNames(styles['value'], variant !== 'number' && styles['wide'])}>
      <span role="status" className={styles['tick']}>
        {saveState.name === 'done' ? (
          <span role="img" aria-label={fieldTexts.saved}>
            <Icon name="tick" size={20} />
          </span>
        ) : null}
      </span>
      {draft.name === 'changed' ? (
        <Button tone="primary" className={styles['update']} disabled={!isIdle} onClick={(event) => saveOnPress(event, draft.value)}>
          {action}
        </Button>
      ) : null}
      <span className={classNames(styles['frame'], draft.name === 'changed' && styles['changed'], problem !== null && styles['wrong'])}>
        <input
          ref={field}
          className={classNames(styles['field'], styles[variant])}
          {...(variant === 'number' ? { inputMode: 'numeric' as const } : {})}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={props.placeholder ?? (canUnset ? fieldTexts.notSet : undefined)}
          readOnly={isReadOnly}
          aria-labelledby={labelId}
          aria-describedby={[problem !== null && problemId, remarkContent && remarkId, problem === null && helpId].filter(Boolean).join(' ') || undefined}
          aria-invalid={draft.name === 'invalid'}
          value={text}
          onChange={(event) => {
            setTypedText(event.target.value);
            if (saveState.name !== 'busy') setSaveState({ name: 'idle' });
          }}
          onKeyDown={handleKey}
        />
        {unit === undefined ? null : (
          <span className={styles['unit']} aria-hidden>
            {unit}
          </span>
        )}
      </span>
      {canUnset ? (
        <UnsetButton name={name} isOffered={savedValue !== null} isDisabled={!isIdle} onPress={(event) => saveOnPress(event, null as Value)} />
      ) : null}
      {problem === null ? null : (
        <p id={problemId} role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {remarkContent ? (
        <div id={remarkId} className={styles['remark']}>
          {remarkContent}
        </div>
      ) : null}
    </div>
  );
}

interface UnsetProps {
  name: string;
  isOffered: boolean;
  isDisabled: boolean;
  onPress: (event: MouseEvent) => void;
}

/** The Reset button, or an empty space if there is nothing to reset, so that stacked fields stay aligned. */
function UnsetButton({ name, isOffered, isDisabled, onPress }: UnsetProps) {
  if (!isOffered) return <span className={styles['no-reset']} />;
  return (
    <button
      type="button"
      className={classNames(buttons['icon-button'], styles['reset'])}
      title={fieldTexts.reset}
      aria-label={fieldTexts.unsetOf(fieldTexts.reset, name)}
      disabled={isDisabled}
      onClick={onPress}
    >
      <RareIcon name="reset" size={20} />
    </button>
  );
}

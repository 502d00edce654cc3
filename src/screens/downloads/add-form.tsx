// The form that adds links and ids to the queue, one or many. It shows how each line is interpreted, and the options for adding them.
// While the archive is away, the lines wait on the device.
import { useId, useState } from 'react';
import { addDownloads } from '../../mutations/add-downloads.ts';
import { usePendingDownloadLines } from '../../queries/downloads.ts';
import { useUserConfig } from '../../queries/session.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { LinesForm } from '../../ui/lines-form.tsx';
import { Tag } from '../../ui/tag.tsx';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import { countKinds, entriesOf, kindOf, type LineKind } from './line-kinds.ts';
import checkbox from '../../ui/checkbox.module.css';
import styles from './add-form.module.css';

/** Lines beyond this number are only counted. */
const maxListedLines = 12;

const noOptions = { isAutoStart: false, isFlat: false, isForced: false };

/** `sharedText`: the text that another app shared to this one. */
export function AddForm({ sharedText, onAdded }: { sharedText: string | null; onAdded: () => void }) {
  const { mutate } = useWrite();
  const [options, setOptions] = useState(noOptions);

  async function add(lines: string[]): Promise<boolean> {
    const result = await mutate((mirror) => addDownloads(mirror, { lines: lines.flatMap((line) => entriesOf(line)), ...options }), {
      message: (addedCount) => (addedCount > 0 ? downloadsTexts.added(addedCount) : downloadsTexts.addedAlready),
    });
    if (!result.ok) return false;
    // `isForced` applies only to these lines, not to later ones.
    setOptions((current) => ({ ...current, isForced: false }));
    onAdded();
    return true;
  }

  return (
    <section aria-label={downloadsTexts.add} className={styles['form']}>
      <LinesForm
        key={sharedText ?? ''}
        label={downloadsTexts.addLabel}
        placeholder={downloadsTexts.addPlaceholder}
        action={downloadsTexts.add}
        tone="plain"
        initialText={sharedText ?? ''}
        onSubmit={add}
        below={(text) => (
          <>
            <Preview text={text} />
            <Options options={options} onChange={(change) => setOptions({ ...options, ...change })} />
          </>
        )}
      />
      <WaitingLines />
    </section>
  );
}

function Preview({ text }: { text: string }) {
  const entries = entriesOf(text).map((entry) => ({ entry, kind: kindOf(entry) }));
  if (entries.length === 0) return null;
  const kindCounts = countKinds(entries);
  return (
    <div className={styles['preview']}>
      <output className={styles['summary']}>{downloadsTexts.preview(kindCounts)}</output>
      <ul className={styles['entries']}>
        {entries.slice(0, maxListedLines).map(({ entry, kind }) => (
          <li key={entry} className={styles['entry']}>
            <Tag isSoft tone={toneOf(kind)}>
              {downloadsTexts.kind(kind)}
            </Tag>
            <span className={styles['text']}>{entry}</span>
          </li>
        ))}
        {entries.length > maxListedLines ? <li className={styles['rest']}>{downloadsTexts.moreLines(entries.length - maxListedLines)}</li> : null}
      </ul>
      {kindCounts.some(({ kind }) => kind === 'unclear') ? <p className={styles['help']}>{downloadsTexts.unclearHelp}</p> : null}
    </div>
  );
}

function toneOf(kind: LineKind): 'plain' | 'warn' | 'accent' {
  if (kind === 'unclear') return 'warn';
  return kind === 'link' ? 'plain' : 'accent';
}

type AddOptions = typeof noOptions;

function Options({ options, onChange }: { options: AddOptions; onChange: (change: Partial<AddOptions>) => void }) {
  const id = useId();
  const { show_help_text: isHelpShown } = useUserConfig();
  const choices = [
    { key: 'isAutoStart', label: downloadsTexts.autoStart, help: downloadsTexts.autoStartHelp },
    { key: 'isFlat', label: downloadsTexts.flat, help: downloadsTexts.flatHelp },
    { key: 'isForced', label: downloadsTexts.force, help: downloadsTexts.forceHelp },
  ] as const;
  return (
    <div role="group" aria-label={downloadsTexts.options} className={styles['options']}>
      {choices.map(({ key, label, help }) => (
        <div key={key}>
          <label className={styles['option']}>
            <input
              type="checkbox"
              className={checkbox['box']}
              checked={options[key]}
              {...(isHelpShown ? { 'aria-describedby': `${id}-${key}` } : {})}
              onChange={(event) => onChange({ [key]: event.target.checked })}
            />
            {label}
          </label>
          <HelpLine id={`${id}-${key}`}>{help}</HelpLine>
        </div>
      ))}
    </div>
  );
}

/** Lines that were added on this device and are not sent yet. */
function WaitingLines() {
  const lines = usePendingDownloadLines();
  if (lines.length === 0) return null;
  return (
    <div className={styles['waiting']}>
      <Tag tone="waiting">{downloadsTexts.waiting}</Tag>
      <ul aria-label={downloadsTexts.waitingLines} className={styles['entries']}>
        {lines.slice(0, maxListedLines).map((line) => (
          <li key={line} className={styles['text']}>
            {line}
          </li>
        ))}
        {lines.length > maxListedLines ? <li>{downloadsTexts.moreLines(lines.length - maxListedLines)}</li> : null}
      </ul>
    </div>
  );
}

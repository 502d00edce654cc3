// The filters of the queue (queued or ignored, channel, type, errors, words in the title), and its layout as a list or a grid. "Queued or
// ignored" and the layout are stored as settings, the other filters in the address.
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { useDownloadCounts, useDownloadErrors } from '../../queries/downloads.ts';
import type { DownloadView } from '../../queries/download-stores.ts';
import { useSession } from '../../queries/session.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import buttons from '../../ui/button.module.css';
import { typeChoices, type QueueView } from './queue-view.ts';
import styles from './queue-filters.module.css';

interface QueueFiltersProps {
  view: QueueView;
  /** The items of the page. */
  downloads: readonly DownloadView[];
  onChange: (change: Partial<QueueView>) => void;
  onSelect: () => void;
  /** Whether the bulk actions are open; null where there are none. */
  isBulkOpen: boolean | null;
  onToggleBulk: () => void;
}

const layouts = ['list', 'grid'] as const;
const states = ['pending', 'ignore'] as const;
/** The same pause in typing as on the search screen (SPEC §9). */
const debounceMs = 300;

export function QueueFilters({ view, downloads, onChange, onSelect, isBulkOpen, onToggleBulk }: QueueFiltersProps) {
  const { mutate } = useWrite();
  const { userConfig } = useSession();
  const totals = { pending: useTotal('pending'), ignore: useTotal('ignore') };
  const layout: LayoutChoice = {
    options: layouts.map((value) => ({ value, label: downloadsTexts.views[value], icon: <ListIcon name={value} size={19} /> })),
    value: userConfig.view_style_downloads,
    // Fire and forget: the list follows the mirror.
    onChange: (value) => void mutate((mirror) => setUserConfig(mirror, 'view_style_downloads', value)),
  };
  return (
    <div role="group" aria-label={downloadsTexts.filters} className={styles['bar']}>
      <Segmented
        label={downloadsTexts.states}
        options={states.map((value) => {
          const name = downloadsTexts.state[value];
          const total = totals[value];
          return { value, label: total === null ? name : downloadsTexts.stateCounted(name, Math.min(total, maxCounted), total > maxCounted) };
        })}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <ChannelChoice view={view} downloads={downloads} onChange={onChange} />
      <TypeChoice view={view} onChange={onChange} layout={layout} />
      <ErrorsChip view={view} onChange={onChange} />
      <TextFilter text={view.text} onChange={(text) => onChange({ text })} />
      <div className={styles['view']}>
        {isBulkOpen === null ? null : (
          <button type="button" className={styles['bulk']} title={downloadsTexts.bulk} aria-expanded={isBulkOpen} onClick={onToggleBulk}>
            <ListIcon name="select-all" size={20} />
            <span>{downloadsTexts.bulk}</span>
            <Icon name="chevron-down" size={16} />
          </button>
        )}
        <button type="button" className={buttons['icon-button']} title={downloadsTexts.select} onClick={onSelect}>
          <ListIcon name="select" size={20} />
          <VisuallyHidden>{downloadsTexts.select}</VisuallyHidden>
        </button>
        <div className={styles['wide']}>
          <Segmented label={downloadsTexts.view} {...layout} />
        </div>
      </div>
    </div>
  );
}

/** A larger total is shown as "more than" this number (SPEC §9). */
const maxCounted = 10_000;

function useTotal(status: QueueView['status']): number | null {
  const counts = useDownloadCounts(status);
  return counts.state === 'ready' ? counts.data.total : null;
}

function ErrorsChip({ view, onChange }: Pick<QueueFiltersProps, 'view' | 'onChange'>) {
  const errors = useDownloadErrors();
  const { total, isCapped } = errors.state === 'ready' ? errors.data : { total: 0, isCapped: false };
  // Only errors of queued items are counted.
  const isCounted = total > 0 && view.status === 'pending';
  return (
    <Chip
      isOn={view.isErrorsOnly}
      icon="warning"
      {...(isCounted && !view.isErrorsOnly ? { 'data-tone': 'danger' } : {})}
      onClick={() => onChange({ isErrorsOnly: !view.isErrorsOnly })}
    >
      {isCounted ? downloadsTexts.errorsCounted(total, isCapped) : downloadsTexts.errors}
    </Chip>
  );
}

type Layout = (typeof layouts)[number];
type LayoutChoice = { options: { value: Layout; label: string; icon: ReactNode }[]; value: Layout; onChange: (layout: Layout) => void };

/** A row of choices, replaced by one menu for type and layout where the bar would need a second row. */
function TypeChoice({ view, onChange, layout }: Pick<QueueFiltersProps, 'view' | 'onChange'> & { layout: LayoutChoice }) {
  const options = typeChoices.map((value) => ({ value, label: downloadsTexts.types[value] }));
  const choose = (type: QueueView['type']) => onChange({ type });
  return (
    <>
      <div className={styles['wide']}>
        <Segmented label={downloadsTexts.type} options={options} value={view.type} onChange={choose} />
      </div>
      <div className={styles['view-menu']}>
        <ChoiceMenu
          label={downloadsTexts.view}
          chipText={view.type === 'all' ? downloadsTexts.view : downloadsTexts.types[view.type]}
          isOn={view.type !== 'all'}
          groups={[
            { label: downloadsTexts.type, options, value: view.type, onChoose: (type) => choose(type as QueueView['type']) },
            { label: downloadsTexts.view, options: layout.options, value: layout.value, onChoose: (value) => layout.onChange(value as Layout) },
          ]}
        />
      </div>
    </>
  );
}

function ChannelChoice({ view, downloads, onChange }: Pick<QueueFiltersProps, 'view' | 'downloads' | 'onChange'>) {
  const counts = useDownloadCounts(view.status);
  // A channel that the archive does not have yet gets its name from its items, because the counts may contain the name in lower case.
  const channels = (counts.state === 'ready' ? counts.data.channels : [])
    .filter(({ channelId }) => channelId !== '')
    .map((channel) => ({ ...channel, name: downloads.find(({ channelId }) => channelId === channel.channelId)?.channelName || channel.name }));
  const chosenChannel = channels.find(({ channelId }) => channelId === view.channelId);
  // The archive lists only the thirty largest channels, so the channel in the address may not be among them.
  const unlistedChannel = view.channelId !== null && !chosenChannel ? [{ value: view.channelId, label: downloadsTexts.thisChannel }] : [];
  return (
    <ChoiceMenu
      label={downloadsTexts.channel}
      chipText={view.channelId === null ? downloadsTexts.allChannels : (chosenChannel?.name ?? downloadsTexts.thisChannel)}
      isOn={view.channelId !== null}
      groups={[
        {
          label: downloadsTexts.channel,
          options: [
            { value: '', label: downloadsTexts.allChannels },
            ...unlistedChannel,
            ...channels.map(({ channelId, name, items }) => ({ value: channelId, label: downloadsTexts.channelCounted(name, items) })),
          ],
          value: view.channelId ?? '',
          onChoose: (value) => onChange({ channelId: value === '' ? null : value }),
        },
      ]}
    />
  );
}

function TextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  /** The text that this field applied last. Any other `text` comes from elsewhere, such as Back. */
  const appliedText = useRef(text);
  const apply = useLatest((newText: string) => {
    appliedText.current = newText;
    onChange(newText);
  });
  useEffect(() => stop, []);
  useEffect(() => {
    // Text that the user is typing takes precedence; the timer applies it in a moment.
    if (text === appliedText.current || timer.current !== undefined || !field.current) return;
    appliedText.current = text;
    field.current.value = text;
  }, [text]);

  function stop(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    stop();
    apply.current(field.current?.value.trim() ?? '');
  }

  return (
    <form role="search" className={styles['search']} onSubmit={submit}>
      <input
        ref={field}
        type="search"
        defaultValue={text}
        aria-label={downloadsTexts.search}
        placeholder={downloadsTexts.search}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          const typedText = event.target.value.trim();
          stop();
          timer.current = setTimeout(() => {
            stop();
            apply.current(typedText);
          }, debounceMs);
        }}
      />
    </form>
  );
}

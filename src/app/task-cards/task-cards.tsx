// Cards for the tasks that run on the server, for staff on every page: what a task does, its progress, Stop. A failed task stays until
// it is dismissed. The task watch decides what is requested from the server, and when (src/commands/task-watch.ts).
import { useSyncExternalStore } from 'react';
import type { Task, TaskWatch } from '../../commands/task-watch.ts';
import { useTaskWatch } from '../../features/commands/use-task-watch.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { taskTexts } from '../../texts/tasks.ts';
import { IconButton } from '../../ui/button.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import buttons from '../../ui/button.module.css';
import styles from './task-cards.module.css';
import { useKnownQueueCounts } from '../../queries/downloads.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** More cards would cover the page. A phone shows one; swiping reveals the next. */
const maxCards = 3;

export function TaskCards() {
  const watch = useTaskWatch();
  return watch ? <Cards watch={watch} /> : null;
}

/** Keeps the end of the page and the toasts above the cards, whatever the height of the cards. */
function reserveSpace(stack: HTMLElement | null) {
  if (!stack) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--task-space', `${stack.offsetHeight + 8}px`));
  observer.observe(stack);
  return () => {
    observer.disconnect();
    style.removeProperty('--task-space');
  };
}

function Cards({ watch }: { watch: TaskWatch }) {
  const tasks = useSyncExternalStore(watch.subscribe, watch.read);
  const isNarrow = useIsNarrow();
  if (tasks.length === 0) return null;
  // Failed tasks come first, because they wait for the user.
  const orderedTasks = tasks.toSorted((left, right) => Number(right.state === 'failed') - Number(left.state === 'failed'));
  const hiddenCount = isNarrow ? 0 : tasks.length - maxCards;
  const isCarousel = isNarrow && tasks.length > 1;
  return (
    <section ref={reserveSpace} aria-label={taskTexts.region} className={styles['stack']} data-carousel={isCarousel}>
      {/* the scroll container is reachable by keyboard even where no card has a button; the arrow keys then scroll it */}
      <ul className={styles['cards']} {...(isCarousel ? { tabIndex: 0, 'data-owns-keys': true, 'aria-label': taskTexts.several(tasks.length) } : {})}>
        {(isNarrow ? orderedTasks : orderedTasks.slice(0, maxCards)).map((task, index) => (
          <Card key={task.id} task={task} watch={watch} place={isCarousel ? taskTexts.place(index + 1, tasks.length) : null} />
        ))}
        {hiddenCount > 0 ? (
          <li className={styles['rest']} title={taskTexts.moreSpoken(hiddenCount)}>
            {taskTexts.more(hiddenCount)}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** `place`: the card's number and the total; null where all cards are visible. */
function Card({ task, watch, place }: { task: Task; watch: TaskWatch; place: string | null }) {
  const command = useCommand();
  const { id, title, state, progress, canStop } = task;
  const [subject = '', ...details] = task.lines;
  const isOver = state === 'done' || state === 'failed';

  return (
    <li className={classNames(styles['card'], styles[state])}>
      <Icon name={iconOf(task)} size={22} />
      {/* Only the title is announced, because the lines below it change every second. */}
      <div className={styles['text']}>
        <div className={styles['head']}>
          <p role={state === 'failed' ? 'alert' : 'status'} className={styles['title']}>
            {state === 'failed' ? taskTexts.failed(title) : title}
          </p>
          {place === null ? null : <span className={styles['place']}>{place}</span>}
        </div>
        {subject === '' ? null : <p className={styles['subject']}>{subject}</p>}
        <p className={styles['details']}>{state === 'stopping' ? taskTexts.stopping : details.join(' · ')}</p>
        {isOver ? null : (
          <div
            role="progressbar"
            aria-label={`${taskTexts.progress}: ${title}`}
            className={progress === null ? `${styles['progress']} ${styles['unknown']}` : styles['progress']}
            {...(progress === null ? {} : { 'aria-valuenow': Math.round(progress * 100) })}
          >
            <i style={progress === null ? undefined : { inlineSize: `${progress * 100}%` }} />
          </div>
        )}
      </div>
      {isOver ? (
        <IconButton label={taskTexts.dismiss(title)} icon="close" onClick={() => watch.dismiss(id)} />
      ) : canStop ? (
        <button
          type="button"
          className={buttons['icon-button']}
          aria-label={taskTexts.stop(title)}
          title={taskTexts.stop(title)}
          disabled={state === 'stopping'}
          onClick={() => void command(() => watch.stop(id))} // the card is redrawn when the watch changes
        >
          <RareIcon name="stop" size={20} />
        </button>
      ) : null}
    </li>
  );
}

function iconOf({ state, group }: Task): IconName {
  if (state === 'failed') return 'warning';
  if (state === 'done') return 'tick';
  if (group.startsWith('download:')) return 'downloads';
  if (group.startsWith('subscription:') || group.startsWith('channel:')) return 'channels';
  return group.startsWith('reindex:') ? 'sync' : 'settings';
}

/** How many items wait in the server's download queue. `isInLine`: whether the number is after the destination's label, not on its icon. */
export function QueueCount({ isInLine }: { isInLine: boolean }) {
  const { total, errorCount } = useKnownQueueCounts();
  if (total === 0) return null;
  const spokenText = taskTexts.inQueue(total, errorCount);
  return (
    <span className={classNames(styles['count'], isInLine && styles['in-line'])} title={spokenText}>
      <span aria-hidden="true">{isInLine ? taskTexts.queued(total) : taskTexts.fewQueued(total)}</span>
      <VisuallyHidden>{spokenText}</VisuallyHidden>
    </span>
  );
}

// How many items of the queue have failed, at the place that leads there. Comes with the task cards, for staff only.
import { useKnownDownloadErrors } from '../../queries/downloads.ts';
import { taskTexts } from '../../texts/tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './queue-errors.module.css';

/** `isInLine`: behind the words of the place, else at its sign. */
export function QueueErrors({ isInLine }: { isInLine: boolean }) {
  const total = useKnownDownloadErrors();
  if (total === 0) return null;
  return (
    <span className={classNames(styles['errors'], isInLine && styles['in-line'])} title={taskTexts.queueErrors(total)}>
      <span aria-hidden="true">{taskTexts.fewErrors(total)}</span>
      <VisuallyHidden>{taskTexts.queueErrors(total)}</VisuallyHidden>
    </span>
  );
}

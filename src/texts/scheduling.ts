/** Texts of the scheduling page (SPEC §2 "Scheduling page", §5, §8). Times and days are written in the user's format. */
import { count } from './formats.ts';
import { dayAndTime } from './page-formats.ts';
import { joinWithAnd, scheduleDays, scheduleTime } from './schedule-formats.ts';
import { translated } from './translated.ts';

/** If there are more times than this, the text gives their number instead of listing them. */
const maxTimes = 4;

export const schedulingTexts = translated('scheduling', {
  title: 'Scheduling',
  help: 'Times are the server’s. Nothing runs more than once an hour.',
  advancedHelp:
    'Minute, hour and day of the week (0 is Sunday): “0\u00a08\u00a0*” is 08:00 every day, “30\u00a06,18\u00a01-5” is 06:30 and 18:30, Monday to Friday. “auto” lets the server pick a time.',
  schedule: 'Schedule',
  scheduleOf: (task: string) => `Schedule of ${task}`,
  modes: { off: 'Off', daily: 'Daily', weekly: 'Weekly', advanced: 'Advanced' },
  day: 'Day',
  time: 'Time',
  save: 'Save',
  off: 'Off',
  tasks: {
    update_subscribed: 'Rescan subscriptions',
    download_pending: 'Start download',
    check_reindex: 'Refresh metadata',
    thumbnail_check: 'Thumbnail check',
    run_backup: 'ZIP backup',
  },
  taskHelp: {
    update_subscribed: 'Looks for new videos of the subscribed channels and playlists.',
    download_pending: 'Downloads what is in the queue.',
    check_reindex: 'Refreshes older videos, channels and playlists from their source.',
    thumbnail_check: 'Fetches missing thumbnails.',
    run_backup: 'Writes the index into a ZIP file.',
  },
  days: 'Refresh what is older than',
  daysHelp: 'In days. 90 is recommended.',
  daysUnit: 'days',
  rotate: 'Backups to keep',
  rotateHelp: 'Older scheduled backups are deleted. 0 keeps all.',
  rotateUnit: 'files',
  auto: '“auto”: the server picks a time.',
  notUnderstood: 'Three values separated by spaces: minute, hour, day of the week. Or “auto”.',
  tooOften: (everyMinutes: number | null) =>
    everyMinutes === null
      ? 'This is too often. Once an hour at most: the minute must be one number.'
      : everyMinutes === 1
        ? 'Every minute is too often. Once an hour at most.'
        : `Every ${count(everyMinutes)} minutes is too often. Once an hour at most.`,
  /** "06:00 and 18:00, every day." */
  times: (times: { minute: number; hours: readonly number[]; days: readonly number[] }, locale?: string) =>
    `${hoursOf(times, locale)}, ${daysOf(times.days, locale)}.`,
  next: (atMs: number, nowMs: number) => `Next: ${dayAndTime(atMs, nowMs)}.`,
  error: (status: number, message: string) => `Error ${status}: ${message}`,
  unexpected: 'An unexpected error occurred.',
  notifications: {
    title: 'Notifications',
    help: 'Notified when a task finishes: http and https addresses, and Apprise addresses if the server has it.',
    none: 'No notification addresses yet.',
    task: 'Task',
    choose: 'Choose a task',
    url: 'Address',
    placeholder: 'https://…',
    save: 'Save',
    test: 'Test',
    remove: 'Remove',
    of: (task: string) => `Addresses of ${task}`,
    removeOf: (url: string) => `Remove ${url}`,
    noScheme: 'The address must begin with a scheme, such as https:// or mailto://.',
    saved: 'Saved.',
    tested: 'The test was sent.',
    tasks: {
      update_subscribed: 'Rescan subscriptions',
      extract_download: 'Add to the queue',
      download_pending: 'Start download',
      check_reindex: 'Refresh metadata',
    },
    testFailed: 'Test notification failed',
    unexpected: 'An unexpected error occurred while testing notification.',
  },
} as const);

function hoursOf({ minute, hours }: { minute: number; hours: readonly number[] }, locale: string | undefined): string {
  const [first = 0] = hours;
  const last = hours.at(-1) ?? 0;
  if (hours.length === 24) return `Every hour at :${String(minute).padStart(2, '0')}`;
  if (hours.length > maxTimes)
    return `${count(hours.length, locale)} times a day from ${scheduleTime(first, minute, locale)} to ${scheduleTime(last, minute, locale)}`;
  return joinWithAnd(
    hours.map((hour) => scheduleTime(hour, minute, locale)),
    locale,
  );
}

function daysOf(days: readonly number[], locale: string | undefined): string {
  if (days.length === 7) return 'every day';
  const { names, isRun } = scheduleDays(days, locale);
  return isRun ? `${names[0]} to ${names.at(-1)}` : joinWithAnd(names, locale);
}

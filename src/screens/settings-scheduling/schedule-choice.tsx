// When a task runs: never, at one time a day, at one time of one day a week, or by three cron values (SPEC §5). Off, Daily, Weekly, a day
// and a time are saved immediately; the cron values are saved by their own field.
import { useId, useRef, useState, type ReactNode } from 'react';
import type { WireSchedule, WireScheduleUpdate } from '../../contract/names.ts';
import { scheduleDayName } from '../../texts/schedule-formats.ts';
import { schedulingTexts as texts } from '../../texts/scheduling.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cronOf, modeOf, type ScheduleMode, type WeeklyTime } from './cron.ts';
import styles from './scheduling.module.css';

const modes = ['off', 'daily', 'weekly', 'advanced'] as const satisfies readonly ScheduleMode[];
/** The days of the week as cron numbers them, from Monday on. */
const days = [1, 2, 3, 4, 5, 6, 0];

interface ScheduleChoiceProps {
  name: string;
  /** Null while the schedule is off. */
  schedule: WireSchedule | null;
  isReadOnly: boolean;
  /** Null turns the schedule off. Resolves to null, or to the reason why the change was not saved. */
  onSave: (change: WireScheduleUpdate | null) => Promise<string | null>;
  /** The next run, shown below the fields of a saved schedule. */
  remark: string | null;
  /** The field for the three values. */
  advanced: ReactNode;
}

export function ScheduleChoice({ name, schedule, isReadOnly, onSave, remark, advanced }: ScheduleChoiceProps) {
  /**
   * The choice that is being saved; `time` is null for Advanced, whose field saves its own values. Each choice is a new object, so that the
   * answer to an earlier choice does not undo a later one.
   */
  const [pendingChoice, setPendingChoice] = useState<{ mode: ScheduleMode; time: WeeklyTime | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The last schedule, whose time and options are restored when the task is turned on again. */
  const [lastSchedule, setLastSchedule] = useState(schedule);
  const lastChoice = useRef<unknown>(null);
  /** The change that is being sent; it resolves like `onSave`. Null while none is being sent. */
  const pendingSave = useRef<Promise<string | null> | null>(null);
  const savedChoice = modeOf(schedule?.schedule ?? null);
  const { time: savedTime } = schedule ? savedChoice : modeOf(lastSchedule?.schedule ?? null);
  const mode = pendingChoice?.mode ?? savedChoice.mode;
  const time = pendingChoice?.time ?? savedTime;
  const problemId = useId();

  async function save(nextMode: ScheduleMode, nextTime: WeeklyTime): Promise<void> {
    const choice = { mode: nextMode, time: nextTime };
    const change = nextMode === 'daily' || nextMode === 'weekly' ? { schedule: cronOf(nextMode, nextTime) } : null;
    lastChoice.current = choice;
    setPendingChoice(choice);
    setProblem(null);
    if (schedule) setLastSchedule(schedule);
    const config = change && !schedule ? lastSchedule?.config : undefined;
    // Waits for an earlier save, because the archive could otherwise receive the earlier one last.
    const earlierProblem = await pendingSave.current;
    const isStillOff = change === null && earlierProblem !== null && !schedule;
    if (!isStillOff && lastChoice.current === choice) {
      const sending = onSave(change && config ? { ...change, config } : change);
      pendingSave.current = sending;
      setProblem(await sending);
      if (pendingSave.current === sending) pendingSave.current = null;
    }
    setPendingChoice((current) => (current === choice ? null : current));
  }

  function choose(nextMode: ScheduleMode): void {
    if (nextMode === 'advanced') return setPendingChoice({ mode: nextMode, time: null }); // saved later, by the field of Advanced
    if (nextMode === 'off' && !schedule && !pendingChoice?.time) return setPendingChoice(null);
    // fire and forget: a failure is shown here
    void save(nextMode, time);
  }

  function saveTime(change: Partial<WeeklyTime>): void {
    if (mode !== 'daily' && mode !== 'weekly') return;
    void save(mode, { ...time, ...change }); // fire and forget: a failure is shown here
  }

  return (
    <div className={styles['choice']}>
      <fieldset disabled={isReadOnly} className={styles['fields']}>
        <Segmented label={name} options={modes.map((value) => ({ value, label: texts.modes[value] }))} value={mode} onChange={choose} />
        {mode === 'weekly' ? (
          <ChoiceMenu
            label={texts.day}
            chipText={scheduleDayName(time.day)}
            groups={[
              {
                label: texts.day,
                options: days.map((day) => ({ value: String(day), label: scheduleDayName(day) })),
                value: String(time.day),
                onChoose: (day) => saveTime({ day: Number(day) }),
              },
            ]}
          />
        ) : null}
        {mode === 'daily' || mode === 'weekly' ? (
          <TimeField key={`${savedTime.hour}:${savedTime.minute}`} time={time} describedBy={problemId} onSave={saveTime} />
        ) : null}
      </fieldset>
      {mode === 'advanced' ? advanced : mode === 'off' || problem !== null || remark === null ? null : <p className={styles['remark']}>{remark}</p>}
      <p id={problemId} role="alert" className={styles['problem']}>
        {problem}
      </p>
    </div>
  );
}

/** The field for the time. It is saved on Enter or when it loses focus, because each typed digit may already make a valid time. */
function TimeField({ time, describedBy, onSave }: { time: WeeklyTime; describedBy: string; onSave: (change: Partial<WeeklyTime>) => void }) {
  const savedText = `${twoDigits(time.hour)}:${twoDigits(time.minute)}`;
  const [typedText, setTypedText] = useState(savedText);

  function commit(): void {
    const [hour = NaN, minute = NaN] = typedText.split(':').map(Number);
    if (typedText === '' || Number.isNaN(hour + minute)) setTypedText(savedText);
    else if (typedText !== savedText) onSave({ hour, minute });
  }

  return (
    <input
      type="time"
      value={typedText}
      aria-label={texts.time}
      aria-describedby={describedBy}
      className={styles['time']}
      onChange={(event) => setTypedText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTypedText(savedText);
      }}
    />
  );
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

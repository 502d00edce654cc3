import type { CommandFailure } from '../../commands/command-failure.ts';
import { useSettingsCommands } from '../../commands/use-settings-commands.ts';
import type { WireSchedule, WireScheduleUpdate } from '../../contract/names.ts';
import { errorTexts } from '../../texts/errors.ts';
import { schedulingTexts as texts } from '../../texts/scheduling.ts';
import { wholeNumber, type Parsed } from '../../ui/field-draft.ts';
import { ValueField } from '../../ui/value-field.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { canonicalCron, parseCron } from './cron.ts';
import { ScheduleChoice } from './schedule-choice.tsx';

/** The tasks that can be scheduled, in the order of their cards (SPEC §2 "Scheduling page"). */
export const scheduledTasks = ['update_subscribed', 'download_pending', 'check_reindex', 'thumbnail_check', 'run_backup'] as const;
type ScheduledTask = (typeof scheduledTasks)[number];

/** The option that two of the tasks have besides their times. `placeholder`: the default, which the empty field shows. */
const configFields = {
  check_reindex: { key: 'days', label: texts.days, help: texts.daysHelp, unit: texts.daysUnit, parse: wholeNumber({ min: 1, max: 36_500 }), placeholder: '90' },
  run_backup: {
    key: 'rotate',
    label: texts.rotate,
    help: texts.rotateHelp,
    unit: texts.rotateUnit,
    parse: wholeNumber({ min: 0, max: 9_999 }),
    placeholder: '',
  },
} as const;

/** The card of one task. `schedule`: null while the schedule is off. */
export function ScheduleCard({ task, schedule }: { task: ScheduledTask; schedule: WireSchedule | null }) {
  const isAway = useIsAway();
  const nowMs = useNowRoundedUpMs();
  const save = useSaveSchedule(task);
  const configField = task === 'check_reindex' || task === 'run_backup' ? configFields[task] : null;
  return (
    <SettingCard title={texts.tasks[task]}>
      <SettingRow label={texts.schedule} help={texts.taskHelp[task]} isStacked>
        {(ids) => (
          <ScheduleChoice
            name={texts.scheduleOf(texts.tasks[task])}
            schedule={schedule}
            isReadOnly={isAway}
            onSave={save}
            remark={nextRun(schedule?.schedule ?? '', schedule, nowMs)}
            advanced={
              <>
                <ValueField<string | null>
                  {...ids}
                  name={texts.scheduleOf(texts.tasks[task])}
                  variant="code"
                  savedValue={schedule?.schedule ?? null}
                  parse={parseSchedule}
                  placeholder=""
                  action={texts.save}
                  isReadOnly={isAway}
                  remark={(text) => remarkOn(text, schedule, nowMs)}
                  onSave={(value) => save(value === null ? null : { schedule: value })}
                />
                <HelpLine>{texts.advancedHelp}</HelpLine>
              </>
            }
          />
        )}
      </SettingRow>
      {/* The config is part of the schedule, so without a schedule there is no config (contract, deleteSchedule). */}
      {configField && schedule ? (
        <SettingRow label={configField.label} help={configField.help}>
          {(ids) => (
            <ValueField<number | null>
              {...ids}
              name={configField.label}
              unit={configField.unit}
              savedValue={schedule.config[configField.key] ?? null}
              parse={configField.parse}
              placeholder={configField.placeholder}
              isReadOnly={isAway}
              onSave={(value) => save({ config: { [configField.key]: value } })}
            />
          )}
        </SettingRow>
      ) : null}
    </SettingCard>
  );
}

/** A function that changes the schedule, or turns it off (null). Resolves to null, or to the reason why the change failed (SPEC §8). */
function useSaveSchedule(task: ScheduledTask): (change: WireScheduleUpdate | null) => Promise<string | null> {
  const { saveSchedule, deleteSchedule } = useSettingsCommands();
  return async (change) => {
    const result = await (change === null ? deleteSchedule(task) : saveSchedule(task, change));
    return result.ok ? null : scheduleErrorText(result.error);
  };
}

function scheduleErrorText(failure: CommandFailure): string {
  switch (failure.kind) {
    case 'refused':
      return texts.error(failure.status, failure.message ?? errorTexts.badRequest);
    case 'server-error':
    case 'not-found':
      return texts.unexpected;
    default:
      return commandErrorText(failure);
  }
}

function parseSchedule(text: string): Parsed<string | null> {
  const parsed = parseCron(text);
  switch (parsed.name) {
    case 'off':
      return { value: null };
    case 'too-often':
      return { problem: texts.tooOften(parsed.everyMinutes) };
    case 'not-understood':
      return { problem: texts.notUnderstood };
    default:
      return { value: canonicalCron(text) };
  }
}

/** The next run of the saved schedule. Null if the archive does not send it, or if `text` is not the saved schedule. */
function nextRun(text: string, schedule: WireSchedule | null, nowMs: number): string | null {
  const nextAtMs = schedule !== null && canonicalCron(text) === schedule.schedule ? Date.parse(schedule.next_run_at ?? '') : NaN;
  return Number.isNaN(nextAtMs) ? null : texts.next(nextAtMs, nowMs);
}

/** A description of the schedule, and its next run. */
function remarkOn(text: string, schedule: WireSchedule | null, nowMs: number): string {
  const parsed = parseCron(text);
  const nextRunText = nextRun(text, schedule, nowMs);
  switch (parsed.name) {
    case 'off':
      return texts.off;
    case 'auto':
      return texts.auto;
    case 'times':
      return [texts.times(parsed), nextRunText].filter(Boolean).join(' ');
    default: // a schedule that was set elsewhere and that this form does not accept
      return [schedule?.schedule_human, nextRunText].filter(Boolean).join(' ');
  }
}

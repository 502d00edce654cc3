// Lists, creates, changes and deletes the schedules by which tasks start automatically. For staff.
import type { WireSchedule, WireScheduleUpdate } from '../../../src/contract/names.ts';
import { checkCronForm } from '../../schedules/cron-form.ts';
import { autoForms, configKeys, type Schedule, type ScheduleConfig } from '../../schedules/schedules.ts';
import { canBeScheduled, isTaskName } from '../../tasks/task-titles.ts';
import { badRequest, detailRefusal, noContent, success, type Refusal } from '../answer.ts';
import type { HandlerGroup } from '../call.ts';

export const scheduleHandlers: HandlerGroup = ({ archive }) => ({
  listSchedules: () => success(archive.schedules.list().map((schedule) => scheduleDocument(schedule, schedule.config))),

  getSchedule(call) {
    const schedule = archive.schedules.find(call.path['task_name'] ?? '');
    if (!schedule) throw noSchedule();
    return success(scheduleDocument(schedule, schedule.config));
  },

  updateSchedule(call) {
    const taskName = call.path['task_name'] ?? '';
    const { schedule: requestedForm, config = {} } = call.body as WireScheduleUpdate;
    if (!isTaskName(taskName)) throw detailRefusal(404, `There is no task ${taskName}.`);
    if (!canBeScheduled(taskName)) throw badRequest(`task '${taskName}' can not be scheduled`);
    if (requestedForm === undefined && Object.keys(config).length === 0) throw badRequest('expected schedule or config key');
    const form = requestedForm === undefined ? null : formOf(requestedForm, taskName);
    checkConfig(taskName, config);
    const previousSchedule = archive.schedules.find(taskName);
    if (form === null && previousSchedule === null) throw badRequest(`task '${taskName}' has no schedule yet`);
    const savedSchedule = archive.schedules.save(taskName, form, config);
    if (savedSchedule === null) throw new Error(`the schedule of ${taskName} was not stored`);
    // As in the contract's updateSchedule, the answer contains the config from before this change.
    return success(scheduleDocument(savedSchedule, previousSchedule?.config ?? {}));
  },

  deleteSchedule(call) {
    if (!archive.schedules.remove(call.path['task_name'] ?? '')) throw noSchedule();
    return noContent;
  },
});

const noSchedule = (): Refusal => detailRefusal(404, 'No CustomPeriodicTask matches the given query.');

function formOf(requestedForm: string, taskName: string): string {
  if (requestedForm.trim().toLowerCase() === 'auto') {
    const form = autoForms[taskName];
    if (form === undefined) throw badRequest(`task '${taskName}' has no default schedule`);
    return form;
  }
  const cronCheck = checkCronForm(requestedForm);
  if (!cronCheck.isValid) throw badRequest(cronCheck.problem);
  return cronCheck.form;
}

function checkConfig(taskName: string, config: ScheduleConfig): void {
  const names = Object.keys(config);
  const key = configKeys[taskName];
  if (names.length > 0 && key === undefined) throw badRequest(`task '${taskName}' doesn't take config`);
  if (names.some((name) => name !== key)) throw badRequest(`invalid config key for task '${taskName}'`);
  if (key !== undefined && (config[key] ?? 0) < 0) throw badRequest(`${key} must not be negative`);
}

function scheduleDocument({ taskName, form, description, lastRunMs, nextRunMs }: Schedule, config: ScheduleConfig): WireSchedule {
  return {
    name: taskName as WireSchedule['name'],
    schedule: form,
    schedule_human: description,
    last_run_at: lastRunMs === null ? null : new Date(lastRunMs).toISOString(),
    ...(nextRunMs === null ? {} : { next_run_at: new Date(nextRunMs).toISOString() }),
    config,
  };
}

// Shapes of the answers of the settings pages. Separate from wire-shapes.ts, because the first load needs none of them.
import type { WireBackup, WireCookie, WireMembershipProfile, WireSchedule, WireSnapshotInfo, WireTaskName, WireTaskNotifications } from '../contract/names.ts';
import { nullishOr, fields, flag, identifier, listOf, number, orDefault, record, text, type Shape } from './shape.ts';

const numberOrZero = orDefault(number, 0);
const undefinedOr = <Value>(shape: Shape<Value>): Shape<Value> => orDefault(shape, undefined) as Shape<Value>;
/** Any name is valid, because a newer archive may know tasks that we do not. */
const taskName = identifier as Shape<WireTaskName>;

export const schedulesShape: Shape<WireSchedule[]> = listOf(
  fields<WireSchedule>({
    name: taskName,
    schedule: text,
    schedule_human: orDefault(text, ''),
    next_run_at: undefinedOr(text),
    last_run_at: orDefault<string, null>(text, null),
    config: orDefault(fields<WireSchedule['config']>({ days: undefinedOr(number), rotate: undefinedOr(number) }), {}),
  }),
);

const urlsShape = fields<NonNullable<WireTaskNotifications[WireTaskName]>>({ urls: listOf(text), title: orDefault(text, '') });

export const taskNotificationsShape: Shape<WireTaskNotifications> = (value) =>
  Object.fromEntries(Object.entries(record(value)).map(([name, entry]) => [name, urlsShape(entry)]));

export const cookieShape = fields<WireCookie>({
  cookie_enabled: flag,
  status: undefinedOr(flag),
  validated: undefinedOr(number),
  validated_str: undefinedOr(text),
});

/** The answer to both ways of starting a task. */
export const startedShape = fields<{ task_id: string | null }>({ task_id: orDefault<string, null>(identifier, null) });

export const tokenShape = fields<{ token: string }>({ token: text });
export const membershipTokenShape = fields<{ token: string | null }>({ token: nullishOr<string, null>(text, null) });

export const membershipProfileShape = fields<WireMembershipProfile>({
  id: numberOrZero,
  user: fields<WireMembershipProfile['user']>({ id: numberOrZero, username: text }),
  sponsor_tier: fields<WireMembershipProfile['sponsor_tier']>({ tier_id: numberOrZero, name: text, description: orDefault(text, ''), max_subs: numberOrZero }),
  subscription_count: numberOrZero,
  subscription_is_max: orDefault(flag, false),
  is_connected: undefinedOr(flag),
});

export const backupsShape: Shape<WireBackup[]> = listOf(
  fields<WireBackup>({
    filename: identifier,
    file_path: orDefault(text, ''),
    file_size: numberOrZero,
    timestamp: orDefault(text, ''),
    // The text `False` means none (docs/behaviour.md); the boolean has been seen as well.
    reason: orDefault(text, 'False'),
  }),
);

export const snapshotInfoShape = fields<WireSnapshotInfo>({
  next_exec: numberOrZero,
  next_exec_str: orDefault(text, ''),
  expire_after: orDefault(text, ''),
  snapshots: orDefault(
    listOf(
      fields<WireSnapshotInfo['snapshots'][number]>({
        id: identifier,
        state: orDefault(text, ''),
        es_version: orDefault(text, ''),
        start_date: orDefault(text, ''),
        end_date: orDefault(text, ''),
        end_stamp: numberOrZero,
        duration_s: numberOrZero,
        // Only our own server sends a reason.
        reason: nullishOr(text, ''),
      }),
    ),
    [],
  ),
});

// Shapes of the answers of the settings pages. Separate from wire-shapes.ts: the first load needs none of them.
import type { WireBackup, WireCookie, WireMembershipProfile, WireSchedule, WireSnapshotInfo, WireTaskName, WireTaskNotifications } from '../contract/names.ts';
import { absentOr, fields, flag, identifier, listOf, number, or, record, text, type Shape } from './shape.ts';

const amount = or(number, 0);
const undefinedOr = <Value>(shape: Shape<Value>): Shape<Value> => or(shape, undefined) as Shape<Value>;
/** Any name: a newer archive may know tasks that we do not. */
const taskName = identifier as Shape<WireTaskName>;

export const schedulesShape: Shape<WireSchedule[]> = listOf(
  fields<WireSchedule>({
    name: taskName,
    schedule: text,
    schedule_human: or(text, ''),
    next_run_at: undefinedOr(text),
    last_run_at: or<string, null>(text, null),
    config: or(fields<WireSchedule['config']>({ days: undefinedOr(number), rotate: undefinedOr(number) }), {}),
  }),
);

const urlsShape = fields<NonNullable<WireTaskNotifications[WireTaskName]>>({ urls: listOf(text), title: or(text, '') });

export const taskNotificationsShape: Shape<WireTaskNotifications> = (value) =>
  Object.fromEntries(Object.entries(record(value)).map(([name, entry]) => [name, urlsShape(entry)]));

export const cookieShape = fields<WireCookie>({
  cookie_enabled: flag,
  status: undefinedOr(flag),
  validated: undefinedOr(number),
  validated_str: undefinedOr(text),
});

/** The answer of both ways of starting a task. */
export const startedShape = fields<{ task_id: string | null }>({ task_id: or<string, null>(identifier, null) });

export const tokenShape = fields<{ token: string }>({ token: text });
export const membershipTokenShape = fields<{ token: string | null }>({ token: absentOr<string, null>(text, null) });

export const membershipProfileShape = fields<WireMembershipProfile>({
  id: amount,
  user: fields<WireMembershipProfile['user']>({ id: amount, username: text }),
  sponsor_tier: fields<WireMembershipProfile['sponsor_tier']>({ tier_id: amount, name: text, description: or(text, ''), max_subs: amount }),
  subscription_count: amount,
  subscription_is_max: or(flag, false),
  is_connected: undefinedOr(flag),
});

export const backupsShape: Shape<WireBackup[]> = listOf(
  fields<WireBackup>({
    filename: identifier,
    file_path: or(text, ''),
    file_size: amount,
    timestamp: or(text, ''),
    // `False` means none (docs/behaviour.md); false itself has been seen as well.
    reason: or(text, 'False'),
  }),
);

export const snapshotInfoShape = fields<WireSnapshotInfo>({
  next_exec: amount,
  next_exec_str: or(text, ''),
  expire_after: or(text, ''),
  snapshots: or(
    listOf(
      fields<WireSnapshotInfo['snapshots'][number]>({
        id: identifier,
        state: or(text, ''),
        es_version: or(text, ''),
        start_date: or(text, ''),
        end_date: or(text, ''),
        end_stamp: amount,
        duration_s: amount,
        // Only our own server sends it.
        reason: absentOr(text, ''),
      }),
    ),
    [],
  ),
});

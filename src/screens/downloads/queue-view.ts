// The filters of the queue screen, read from the address and the settings (SPEC §2: `channel` and `ignored`), and the items' durations.
// Pure.
import { withQuery } from '../../lib/addresses.ts';
import type { DownloadListQuery } from '../../queries/download-stores.ts';
import { duration } from '../../texts/formats.ts';

export const typeChoices = ['all', 'videos', 'streams', 'shorts'] as const;
export type TypeChoice = (typeof typeChoices)[number];

/** The chosen filters. All are in the address, except the status: it is a setting, which `ignored` in the address overrides. */
export interface QueueView {
  status: 'pending' | 'ignore';
  channelId: string | null;
  type: TypeChoice;
  isErrorsOnly: boolean;
  text: string;
}

export function queueView(search: URLSearchParams, isIgnoredBySetting: boolean): QueueView {
  const ignoredParameter = search.get('ignored');
  const isIgnored = ignoredParameter === 'true' || (ignoredParameter !== 'false' && isIgnoredBySetting);
  return {
    status: isIgnored ? 'ignore' : 'pending',
    channelId: search.get('channel') || null,
    type: typeChoices.find((type) => type === search.get('type')) ?? 'all',
    isErrorsOnly: search.get('error') === 'true',
    text: search.get('q')?.trim() ?? '',
  };
}

/** The address with changed filters, back at the first page. */
export function withView(search: URLSearchParams, change: Partial<Omit<QueueView, 'status'>> & { isStatusChanged?: true }): URLSearchParams {
  return withQuery(search, {
    page: null,
    // A changed status is stored as a setting, not in the address.
    ignored: change.isStatusChanged ? null : undefined,
    channel: change.channelId,
    type: change.type === 'all' ? null : change.type,
    error: change.isErrorsOnly === undefined ? undefined : change.isErrorsOnly ? 'true' : null,
    q: change.text === undefined ? undefined : change.text || null,
  });
}

export function isFiltered({ channelId, type, isErrorsOnly, text }: QueueView): boolean {
  return channelId !== null || type !== 'all' || isErrorsOnly || text !== '';
}

export function listQuery({ status, channelId, type, isErrorsOnly, text }: QueueView, page: number): DownloadListQuery {
  return {
    status,
    page,
    ...(channelId === null ? {} : { channelId }),
    ...(type === 'all' ? {} : { kind: type }),
    ...(isErrorsOnly ? { hasError: true } : {}),
    ...(text === '' ? {} : { text }),
  };
}

const secondsPerUnit = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** An item's duration in clock form, from the archive's `1h 04m 09s`. Other forms are returned unchanged; `NA` gives an empty string. */
export function clockDuration(durationText: string): string {
  if (durationText === 'NA') return '';
  const parts = durationText.split(' ');
  if (!parts.every((part) => /^\d+[dhms]$/.test(part))) return durationText;
  return duration(parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * secondsPerUnit[part.at(-1) as keyof typeof secondsPerUnit], 0));
}

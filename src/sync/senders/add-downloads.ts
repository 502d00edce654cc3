import { ageMs } from '../../lib/clock.ts';
import { ok } from '../../lib/result.ts';
import { keepClaim } from '../../mirror/sending-claim.ts';
import type { AddDownloads } from '../../mutations/kinds/add-downloads.ts';
import type { Answer } from '../../network/archive-api.ts';
import { completeEntityRow, refreshLists } from '../complete-entity-row.ts';
import { handleFailedRead, isCallRemembered, isOutcomeUnknown, park, retryLater, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';
import type { RowOf, Sender } from './sender.ts';

const add = createFieldSender<AddDownloads, void>(({ mirror, api, signal }, mutation, key) => ({
  // The archive skips items that were added before, and a call whose key it remembers, so a lost answer does no harm.
  isApplied: null,
  write: () => api.addDownloads(mutation.lines, mutation, key, signal),
  store: () => refreshLists(mirror, 'downloads'),
}));

/** A request takes up to 20 s, and TubeArchivist then looks each video up in a task. */
const addedWithinMs = 60_000;

/** Each video costs a request before the addition is sent. */
const maxReadVideos = 20;

/** An id, or an address of one video at YouTube. */
const videoLine = /^(?:.*youtube\.com\/watch\?(?:.*&)?v=|.*youtu\.be\/)?([\w-]{11})(?:[?&#].*)?$/;

/**
 * Sending a forced addition twice downloads the videos twice, so the call is repeated only if its key identifies it as the same call. At
 * other servers the videos that are not in the queue are recorded before the request leaves. If they are in the queue later, the addition
 * took effect.
 */
export const sendAddDownloads: Sender<AddDownloads> = async (ports, row) => {
  if (!row.mutation.isForced || ports.acceptedKeys.has(row.idempotencyKey) || isCallRemembered(ports, row)) return add(ports, row);
  if (isOutcomeUnknown(row)) return readBack(ports, row);
  const videoIds = ports.api.namesUser() ? [] : videosOf(row.mutation);
  const queuedIds = await findQueued(ports, videoIds);
  if (!queuedIds.ok) return handleFailedRead(ports, row, queuedIds.error);
  const { newVideoIds: _, sentAtMs: __, ...mutation } = row.mutation;
  if (videoIds.length === 0 || queuedIds.value.length > 0) return add(ports, { ...row, mutation });
  return add(ports, { ...row, mutation: { ...mutation, newVideoIds: videoIds, sentAtMs: ports.mirror.clock.now() } });
};

/** The videos of the lines; empty if a line may be anything but one video, or if there are too many. */
function videosOf({ lines }: AddDownloads): string[] {
  const videoIds = lines.flatMap((line) => videoLine.exec(line)?.[1] ?? []);
  return videoIds.length === lines.length && videoIds.length <= maxReadVideos ? videoIds : [];
}

/**
 * Reading many videos can take longer than a claim lasts, so each answer renews the claim.
 *
 * @throws {FencedOff}
 */
async function findQueued({ api, mirror, epoch, signal }: SendPorts, videoIds: readonly string[]): Answer<string[]> {
  const queuedIds: string[] = [];
  for (const videoId of videoIds) {
    const answer = await api.findDownload(videoId, signal);
    await keepClaim(mirror, epoch);
    if (answer.ok) queuedIds.push(videoId);
    else if (answer.error.kind !== 'not-found') return answer;
  }
  return ok(queuedIds);
}

async function readBack(ports: SendPorts, row: RowOf<AddDownloads>): Promise<RowOutcome> {
  const { mirror } = ports;
  const { newVideoIds = [], sentAtMs = -Infinity } = row.mutation;
  const queuedIds = await findQueued(ports, newVideoIds);
  if (!queuedIds.ok) return handleFailedRead(ports, row, queuedIds.error);
  if (newVideoIds.length > 0 && queuedIds.value.length === newVideoIds.length) return completeEntityRow(ports, row, () => refreshLists(mirror, 'downloads'));
  const sentForMs = ageMs(mirror.clock, sentAtMs);
  if (newVideoIds.length === 0 || sentForMs >= addedWithinMs) return park(ports, row, { name: 'parked', reason: 'unsure', message: '' });
  await retryLater(ports, row, { name: 'waiting', outcome: 'unknown' }, addedWithinMs - sentForMs);
  return { kind: 'waits', isServerFault: false };
}

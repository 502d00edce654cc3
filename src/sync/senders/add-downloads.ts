import type { AddDownloads } from '../../mutations/kinds/add-downloads.ts';
import { wishForLists } from '../record-entity.ts';
import { isOutcomeUnknown, park } from '../row-outcome.ts';
import { fieldSender } from './send-field.ts';
import type { Sender } from './sender.ts';

/** The embedded server remembers a key for a day (docs/decisions/102). */
const keyLastsMs = 24 * 3_600_000;

const add = fieldSender<AddDownloads, void>(({ mirror, api, signal }, mutation, key) => ({
  // What was added before is passed over by the archive, or the call itself by its key, so that a lost answer does no harm.
  isThere: null,
  write: () => api.addDownloads(mutation.lines, mutation, key, signal),
  keep: () => wishForLists(mirror, 'downloads'),
}));

/** By force the archive downloads again what it has just downloaded: repeated only where its key tells that it is the same call. */
export const sendAddDownloads: Sender<AddDownloads> = async (ports, row) => {
  const { api, mirror, acceptedKeys } = ports;
  const ageMs = mirror.clock.now() - row.createdAtMs;
  const isRemembered = acceptedKeys.has(row.idempotencyKey) || (api.namesUser() && ageMs >= 0 && ageMs < keyLastsMs);
  if (row.mutation.isForced && isOutcomeUnknown(row) && !isRemembered) return park(ports, row, { name: 'parked', reason: 'unsure', message: '' });
  return add(ports, row);
};

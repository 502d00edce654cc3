import type { AddDownloads } from '../../mutations/kinds/add-downloads.ts';
import { refreshLists } from '../complete-entity-row.ts';
import { isCallRemembered, isOutcomeUnknown, park } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';
import type { Sender } from './sender.ts';

const add = createFieldSender<AddDownloads, void>(({ mirror, api, signal }, mutation, key) => ({
  // The archive skips items that were added before, and a call whose key it remembers, so a lost answer does no harm.
  isApplied: null,
  write: () => api.addDownloads(mutation.lines, mutation, key, signal),
  store: () => refreshLists(mirror, 'downloads'),
}));

/** Sending a forced addition twice downloads the videos twice, so the call is repeated only if its key identifies it as the same call. */
export const sendAddDownloads: Sender<AddDownloads> = async (ports, row) => {
  const isRemembered = ports.acceptedKeys.has(row.idempotencyKey) || isCallRemembered(ports, row);
  if (row.mutation.isForced && isOutcomeUnknown(row) && !isRemembered) return park(ports, row, { name: 'parked', reason: 'unsure', message: '' });
  return add(ports, row);
};

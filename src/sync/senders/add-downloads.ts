import type { AddDownloads } from '../../mutations/kinds/add-downloads.ts';
import { wishForLists } from '../record-entity.ts';
import { isKnownCall, isOutcomeUnknown, park } from '../row-outcome.ts';
import { fieldSender } from './send-field.ts';
import type { Sender } from './sender.ts';

const add = fieldSender<AddDownloads, void>(({ mirror, api, signal }, mutation, key) => ({
  // What was added before is passed over by the archive, or the call itself by its key, so that a lost answer does no harm.
  isThere: null,
  write: () => api.addDownloads(mutation.lines, mutation, key, signal),
  keep: () => wishForLists(mirror, 'downloads'),
}));

/** By force the archive downloads again what it has just downloaded: repeated only where its key tells that it is the same call. */
export const sendAddDownloads: Sender<AddDownloads> = async (ports, row) => {
  const isRemembered = ports.acceptedKeys.has(row.idempotencyKey) || isKnownCall(ports, row);
  if (row.mutation.isForced && isOutcomeUnknown(row) && !isRemembered) return park(ports, row, { name: 'parked', reason: 'unsure', message: '' });
  return add(ports, row);
};

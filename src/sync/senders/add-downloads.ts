import type { AddDownloads } from '../../mutations/kinds/add-downloads.ts';
import { wishForLists } from '../record-entity.ts';
import { fieldSender } from './send-field.ts';

export const sendAddDownloads = fieldSender<AddDownloads, void>(({ mirror, api, signal }, mutation, key) => ({
  // What was added before is passed over by the archive, so that a lost answer does no harm.
  isThere: null,
  write: () => api.addDownloads(mutation.lines, mutation, key, signal),
  keep: () => wishForLists(mirror, 'downloads'),
}));

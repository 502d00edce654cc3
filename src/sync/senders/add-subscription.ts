import type { AddSubscription } from '../../mutations/kinds/add-subscription.ts';
import { refreshLists } from '../complete-entity-row.ts';
import { createFieldSender } from './send-field.ts';

export const sendAddSubscription = createFieldSender<AddSubscription, void>(({ mirror, api, signal }, { of, line }, key) => ({
  // Nothing is read back: a task reports whether the archive understood the line, and subscribing again changes nothing.
  isApplied: null,
  write: () => api.addSubscription(of, line, key, signal),
  store: () => refreshLists(mirror, of === 'channel' ? 'channels' : 'playlists'),
}));

import type { AddSubscription } from '../../mutations/kinds/add-subscription.ts';
import { wishForLists } from '../record-entity.ts';
import { fieldSender } from './send-field.ts';

export const sendAddSubscription = fieldSender<AddSubscription, void>(({ mirror, api, signal }, { of, line }, key) => ({
  // A task reports whether it was understood, and subscribing again changes nothing.
  isThere: null,
  write: () => api.addSubscription(of, line, key, signal),
  keep: () => wishForLists(mirror, of === 'channel' ? 'channels' : 'playlists'),
}));

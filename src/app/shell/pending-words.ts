// A pending change in words. Knows nothing of React.
import type { Mutation } from '../../mirror/rows.ts';
import type { KindName, KnownMutation } from '../../mutations/kinds/table.ts';
import type { PendingChange } from '../../queries/views.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import type { IconName } from '../../ui/icon.tsx';

const { change: words, parked: reasons } = syncSheetTexts;

interface ChangeWords {
  icon: IconName;
  words: string;
}

const ofKind: { [Kind in KindName]: (mutation: Extract<KnownMutation, { kind: Kind }>) => ChangeWords } = {
  'mark-video-watched': ({ isWatched }) => mark(isWatched, words.markedWatched, words.markedUnwatched),
  'mark-channel-watched': ({ isWatched }) => mark(isWatched, words.channelWatched, words.channelUnwatched),
  'mark-playlist-watched': ({ isWatched }) => mark(isWatched, words.playlistWatched, words.playlistUnwatched),
  'save-progress': ({ positionSeconds }) => ({ icon: 'clock', words: positionSeconds === 0 ? words.startedOver : words.progress(positionSeconds) }),
  'subscribe-channel': ({ isSubscribed }) => ({ icon: 'channels', words: isSubscribed ? words.subscribed : words.unsubscribed }),
  'subscribe-playlist': ({ isSubscribed }) => ({ icon: 'playlists', words: isSubscribed ? words.subscribed : words.unsubscribed }),
  'add-subscription': ({ of }) => ({ icon: of === 'channel' ? 'channels' : 'playlists', words: words.subscribed }),
  'create-playlist': () => ({ icon: 'playlists', words: words.playlistCreated }),
  'change-membership': ({ isMember }) => ({ icon: 'playlists', words: isMember ? words.addedToPlaylist : words.removedFromPlaylist }),
  'order-playlist': () => ({ icon: 'playlists', words: words.playlistOrdered }),
  'sort-playlist': () => ({ icon: 'playlists', words: words.playlistSorted }),
  'set-config': () => ({ icon: 'settings', words: words.setting }),
  'ignore-video': () => ({ icon: 'eye-struck', words: words.ignored }),
  'add-downloads': () => ({ icon: 'downloads', words: words.queued }),
  'change-download': ({ to }) => ({ icon: 'downloads', words: words.download[to] }),
};

function mark(isWatched: boolean, watched: string, unwatched: string): ChangeWords {
  return isWatched ? { icon: 'eye', words: watched } : { icon: 'eye-struck', words: unwatched };
}

export function changeWords({ mutation, isOfOtherVersion }: Pick<PendingChange, 'mutation' | 'isOfOtherVersion'>): ChangeWords {
  if (isOfOtherVersion) return { icon: 'clock', words: words.ofOtherVersion };
  return (ofKind[mutation.kind as KindName] as (mutation: Mutation) => ChangeWords)(mutation);
}

const settingNames: Readonly<Record<string, string>> = { ...settingsTexts.names, ...settingsTexts.namesInLists };

/** What it is about: the title or name that it had, or the setting. */
export function subjectWords({ mutation: asked, subject }: Pick<PendingChange, 'mutation' | 'subject'>): string {
  const mutation = asked as KnownMutation;
  if (mutation.kind === 'add-downloads') return words.lines(subject, mutation.lines.length);
  return mutation.kind === 'set-config' ? (settingNames[mutation.key] ?? subject) : subject;
}

/** Why a change was refused; the server's own words where it sent some. */
export function parkedWords(state: Extract<PendingChange['state'], { name: 'parked' }>): string {
  if (state.reason === 'ask') return reasons.ask;
  if (state.message.trim() !== '') return reasons.said(state.message);
  return reasons[state.reason];
}

// A pending change in words. Knows nothing of React.
import type { PendingChange } from '../../queries/views.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import type { IconName } from '../../ui/icon.tsx';

const { change: words, parked: reasons } = syncSheetTexts;

export function changeWords(mutation: PendingChange['mutation']): { icon: IconName; words: string } {
  switch (mutation.kind) {
    case 'mark-video-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.markedWatched } : { icon: 'eye-struck', words: words.markedUnwatched };
    case 'mark-channel-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.channelWatched } : { icon: 'eye-struck', words: words.channelUnwatched };
    case 'mark-playlist-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.playlistWatched } : { icon: 'eye-struck', words: words.playlistUnwatched };
    case 'save-progress':
      if (mutation.positionSeconds === 0) return { icon: 'clock', words: words.startedOver };
      return { icon: 'clock', words: words.progress(mutation.positionSeconds) };
    case 'subscribe-channel':
      return { icon: 'channels', words: mutation.isSubscribed ? words.subscribed : words.unsubscribed };
    case 'subscribe-playlist':
      return { icon: 'playlists', words: mutation.isSubscribed ? words.subscribed : words.unsubscribed };
    case 'add-subscription':
      return { icon: mutation.of === 'channel' ? 'channels' : 'playlists', words: words.subscribed };
    case 'create-playlist':
      return { icon: 'playlists', words: words.playlistCreated };
    case 'change-membership':
      return { icon: 'playlists', words: mutation.isMember ? words.addedToPlaylist : words.removedFromPlaylist };
    case 'order-playlist':
      return { icon: 'playlists', words: words.playlistOrdered };
    case 'sort-playlist':
      return { icon: 'playlists', words: words.playlistSorted };
    case 'set-config':
      return { icon: 'settings', words: words.setting };
    case 'ignore-video':
      return { icon: 'eye-struck', words: words.ignored };
    case 'add-downloads':
      return { icon: 'downloads', words: words.queued };
    case 'change-download':
      return { icon: 'downloads', words: words.download[mutation.to] };
  }
}

const settingNames: Readonly<Record<string, string>> = { ...settingsTexts.names, ...settingsTexts.namesInLists };

/** What it is about: the title or name that it had, or the setting. */
export function subjectWords({ mutation, subject }: Pick<PendingChange, 'mutation' | 'subject'>): string {
  if (mutation.kind === 'add-downloads') return words.lines(subject, mutation.lines.length);
  return mutation.kind === 'set-config' ? (settingNames[mutation.key] ?? subject) : subject;
}

/** Why a change was refused; the server's own words where it sent some. */
export function parkedWords(state: Extract<PendingChange['state'], { name: 'parked' }>): string {
  if (state.reason === 'ask') return reasons.ask;
  if (state.message.trim() !== '') return reasons.said(state.message);
  return reasons[state.reason];
}

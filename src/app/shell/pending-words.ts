// A pending change in words. Knows nothing of React.
import type { PendingChange } from '../../queries/views.ts';
import { syncTexts } from '../../texts/sync.ts';
import type { IconName } from '../../ui/icon.tsx';

const { change: words, parked: reasons } = syncTexts;

export function changeWords(mutation: PendingChange['mutation']): { icon: IconName; words: string } {
  switch (mutation.kind) {
    case 'mark-video-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.markedWatched } : { icon: 'eye-struck', words: words.markedUnwatched };
    case 'mark-channel-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.channelWatched } : { icon: 'eye-struck', words: words.channelUnwatched };
    case 'mark-playlist-watched':
      return mutation.isWatched ? { icon: 'eye', words: words.playlistWatched } : { icon: 'eye-struck', words: words.playlistUnwatched };
    case 'save-progress':
      return { icon: 'clock', words: words.progress(mutation.positionSeconds) };
  }
}

/** Why a change was refused; the server's own words where it sent some. */
export function parkedWords(state: Extract<PendingChange['state'], { name: 'parked' }>): string {
  if (state.reason === 'ask') return reasons.ask;
  if (state.message.trim() !== '') return reasons.said(state.message);
  return reasons[state.reason];
}

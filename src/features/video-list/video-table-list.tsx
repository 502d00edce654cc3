// The table view of a list. Apart, so that it comes only where somebody has chosen it.
import { useSession } from '../../queries/session.ts';
import { VideoTable } from '../../ui/video-table.tsx';
import type { VideoListProps } from './video-list.tsx';

export function VideoTableList({ page, settings, label, isBusy, isChannelShown = true, nowMs, selection, onChange, onMarkWatched, moreItems }: VideoListProps) {
  const { userConfig } = useSession();
  return (
    <VideoTable
      videos={page.videos}
      label={label}
      isBusy={isBusy}
      isChannelShown={isChannelShown}
      unit={userConfig.file_size_unit}
      sort={settings.sort}
      order={settings.order}
      onSort={onChange}
      nowMs={nowMs}
      picked={selection.picked}
      onPick={selection.toggle}
      onMarkWatched={onMarkWatched}
      moreItems={moreItems}
    />
  );
}

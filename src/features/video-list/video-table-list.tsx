// The table view of a list, in a separate chunk that is loaded only where the user has chosen the table.
import { useSession } from '../../queries/session.ts';
import type { VideoPage } from '../../queries/views.ts';
import type { ListSettings } from '../../ui/list-settings.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { VideoTable } from '../../ui/video-table.tsx';
import type { ListSelection } from '../selection/use-selection.ts';

export interface VideoTableListProps {
  page: VideoPage;
  settings: ListSettings;
  label: string;
  isBusy: boolean;
  /** Whether the channel's name is shown; false in a list of one channel. */
  isChannelShown?: boolean;
  selection: ListSelection;
  /** Changes the order, by the table's column heads. Absent where the list has its own order. */
  onChange?: ((change: Partial<ListSettings>) => void) | undefined;
  onMarkWatched: (video: Pick<VideoFacts, 'videoId' | 'title'>, isWatched: boolean) => void;
  moreItems?: ((video: VideoFacts) => readonly MenuItem[]) | undefined;
}

export function VideoTableList(props: VideoTableListProps) {
  const { page, settings, label, isBusy, isChannelShown = true, selection, onChange, onMarkWatched, moreItems } = props;
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
      pickedById={selection.pickedById}
      onPick={selection.toggle}
      onMarkWatched={onMarkWatched}
      moreItems={moreItems}
    />
  );
}

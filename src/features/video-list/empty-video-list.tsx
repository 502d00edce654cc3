import { useSession } from '../../queries/session.ts';
import { emptyListTexts } from '../../texts/video-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { isFiltered, noFilters, type ListSettings } from '../../ui/list-settings.ts';
import { EmptyList } from '../page/empty-list.tsx';

interface EmptyVideoListProps {
  page: number;
  settings: ListSettings;
  /** Whether the list has only one type of video. The type is then not a filter. */
  isTypeFixed?: boolean;
  onChange: (change: Partial<ListSettings>) => void;
  /** Tells staff how to add the first video. */
  textForStaff: string;
}

export function EmptyVideoList({ page, settings, isTypeFixed = false, onChange, textForStaff }: EmptyVideoListProps) {
  const { isStaff } = useSession();
  const { type, ...filters } = noFilters;
  return (
    <EmptyList
      title={emptyListTexts.noVideos}
      page={page}
      activeFilter={
        isFiltered(settings, isTypeFixed)
          ? {
              text: settings.isPlayableOnly ? emptyListTexts.nothingPlayable : emptyListTexts.noMatch,
              clear: 'clearFilters',
              onClear: () => onChange(isTypeFixed ? filters : { type, ...filters }),
            }
          : null
      }
      text={isStaff ? textForStaff : emptyListTexts.forOthers}
      action={isStaff ? <ButtonLink to="/downloads/">{emptyListTexts.goToDownloads}</ButtonLink> : null}
    />
  );
}

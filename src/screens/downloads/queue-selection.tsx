// Selection mode of the queue. An action changes each selected item by its id, so that the changes can wait for the archive.
import { downloadsTexts } from '../../texts/downloads.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { SelectionBar, type SelectionAction } from '../../ui/selection-bar.tsx';
import type { PickableVideo } from '../../ui/selection.ts';
import { useEscape } from '../../features/selection/use-escape.ts';
import type { ListSelection } from '../../features/selection/use-selection.ts';
import type { DownloadAction, DownloadHandlers } from './use-download-handlers.ts';

interface QueueSelectionProps {
  pickedById: ReadonlyMap<string, PickableVideo>;
  status: 'pending' | 'ignore';
  selection: ListSelection;
  handlers: DownloadHandlers;
}

export function QueueSelection({ pickedById, status, selection, handlers }: QueueSelectionProps) {
  const { end } = selection;
  useEscape(end);

  const change = (to: DownloadAction) => () => {
    handlers.change([...pickedById.values()], to);
    end();
  };
  const forget: SelectionAction = { label: downloadsTexts.forget, icon: <RareIcon name="bin" size={19} />, isDangerous: true, onChoose: change('forgotten') };
  const actions: Record<typeof status, SelectionAction[]> = {
    pending: [
      { label: downloadsTexts.downloadNow, icon: <RareIcon name="bolt" size={19} />, onChoose: change('priority') },
      { label: downloadsTexts.ignore, icon: <RareIcon name="ban" size={19} />, onChoose: change('ignore') },
      forget,
    ],
    ignore: [{ label: downloadsTexts.toQueue, icon: 'downloads', onChoose: change('pending') }, forget],
  };
  return <SelectionBar count={pickedById.size} actions={actions[status]} onTogglePage={selection.togglePage} onEnd={end} />;
}

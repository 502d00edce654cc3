// Selection mode of a video list (SPEC §4): the actions on the selected videos. Completing an action ends the selection.
import { useRef, useState } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { useCommands } from '../../commands/commands-context.tsx';
import { failed, ok, type Result } from '../../lib/result.ts';
import { markVideosWatched } from '../../mutations/mark-many.ts';
import { writeFailureOf } from '../../mutations/write-failure.ts';
import { useSession } from '../../queries/session.ts';
import { useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { listTexts } from '../../texts/lists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { SelectionBar, type SelectionAction } from '../../ui/selection-bar.tsx';
import type { PickableVideo } from '../../ui/selection.ts';
import { commandErrorText } from '../commands/command-error-text.ts';
import { useCommand } from '../writes/use-command.ts';
import { useWrite } from '../writes/use-write.ts';
import { useEscape } from './use-escape.ts';
import type { ListSelection } from './use-selection.ts';

interface SelectionToolsProps {
  pickedById: ReadonlyMap<string, PickableVideo>;
  selection: ListSelection;
  onAddToPlaylist: (videos: readonly PickableVideo[], onClosed: () => void) => void;
}

export function SelectionTools({ pickedById, selection, onAddToPlaylist }: SelectionToolsProps) {
  const { isStaff } = useSession();
  const mayChangePlaylists = useMayChangeCustomPlaylists();
  const mark = useMarkMany();
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false);
  const videos = [...pickedById.values()];
  const { end } = selection;
  useEscape(end);

  const markAll = (isWatched: boolean) => {
    end();
    mark(videos, isWatched);
  };
  const actions: SelectionAction[] = [
    { label: listTexts.markWatched, icon: 'eye', onChoose: () => markAll(true) },
    { label: listTexts.markUnwatched, icon: 'eye-struck', onChoose: () => markAll(false) },
  ];
  if (mayChangePlaylists) actions.push({ label: listTexts.addToPlaylist, icon: 'playlists', onChoose: () => onAddToPlaylist(videos, end) });
  if (isStaff)
    actions.push({ label: listTexts.delete, icon: <RareIcon name="bin" size={19} />, isDangerous: true, onChoose: () => setIsDeleteDialogOpen(true) });

  return (
    <>
      <SelectionBar count={pickedById.size} actions={actions} onTogglePage={selection.togglePage} onEnd={end} />
      {isDeleteDialogOpen ? <DeleteDialog videos={videos} selection={selection} onCancel={() => setIsDeleteDialogOpen(false)} /> : null}
    </>
  );
}

/** Returns a function that marks several videos, with one Undo for all. Videos marked before a failure stay marked, with Undo. */
function useMarkMany(): (videos: readonly PickableVideo[], isWatched: boolean) => void {
  const { mutate } = useWrite();
  return (videos, isWatched) => {
    // fire and forget: the cards follow the mirror
    void mutate((mirror) => markVideosWatched(mirror, { videos, isWatched }), {
      message({ markedCount, failure }) {
        // One toast, because a second one would replace the Undo of the first.
        if (failure !== null) return `${shellTexts.storedSome(markedCount, videos.length)} ${shellTexts.notKept[writeFailureOf(failure)]}`;
        return isWatched ? listTexts.markedMany(markedCount) : listTexts.unmarkedMany(markedCount);
      },
      undo: ({ undo }) => undo(),
    });
  };
}

/** Asks before it deletes the videos from the server. After a failure or Cancel, the videos that were not deleted stay selected. */
function DeleteDialog(props: { videos: readonly PickableVideo[]; selection: ListSelection; onCancel: () => void }) {
  const { selection, onCancel } = props;
  // Fixed when the dialog opens, because the selection shrinks during the deletion.
  const [videos] = useState(props.videos);
  const { deleteVideo } = useCommands();
  const command = useCommand();
  const [deletedCount, setDeletedCount] = useState<number | null>(null);
  const isCancelled = useRef(false);

  /** Deletes the videos one by one until Cancel or a failure other than not-found. Resolves to the number of deleted videos. */
  async function deleteEach(): Promise<Result<number, { failure: CommandFailure; countBefore: number }>> {
    for (const [index, { videoId }] of videos.entries()) {
      if (isCancelled.current) return ok(index);
      setDeletedCount(index);
      const result = await deleteVideo(videoId, { andIgnore: false });
      if (!result.ok && result.error.kind !== 'not-found') return failed({ failure: result.error, countBefore: index });
      selection.drop(videoId);
    }
    return ok(videos.length);
  }

  async function deleteAll(): Promise<void> {
    const result = await command(deleteEach, {
      message: listTexts.deletedMany,
      failureText: ({ failure, countBefore }) =>
        countBefore > 0 ? listTexts.deletedSome(countBefore, videos.length, commandErrorText(failure)) : commandErrorText(failure),
    });
    if (isCancelled.current) return;
    onCancel();
    if (result.ok) selection.end();
  }

  function cancel(): void {
    isCancelled.current = true;
    onCancel();
  }

  return (
    <ConfirmDialog
      question={listTexts.deleteQuestion(videos.length)}
      consequence={deletedCount === null ? listTexts.deleteConsequence(videos.length) : listTexts.deleting(deletedCount, videos.length)}
      isBusy={deletedCount !== null}
      answers={[{ label: listTexts.delete, tone: 'danger-fill', onChoose: () => void deleteAll() }]}
      onCancel={cancel}
    />
  );
}

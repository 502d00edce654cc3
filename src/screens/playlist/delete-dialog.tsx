// Asks before deleting a playlist (SPEC §2), because a deletion from the archive cannot be undone.
import { useState } from 'react';
import { playlistTexts } from '../../texts/playlists.ts';
import { ConfirmDialog, useDialogFailure, type ConfirmAnswer } from '../../ui/confirm-dialog.tsx';
import type { Playlist } from './shown-playlist.ts';

interface DeleteDialogProps {
  playlist: Playlist;
  isStaff: boolean;
  /** Resolves to null once the playlist is deleted, otherwise to the reason, as a text for the user. */
  onDelete: (withVideos: boolean) => Promise<string | null>;
  onCancel: () => void;
}

export function DeleteDialog({ playlist, isStaff, onDelete, onCancel }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, reportFailure] = useDialogFailure();

  async function remove(withVideos: boolean): Promise<void> {
    setIsBusy(true);
    reportFailure(await onDelete(withVideos));
    setIsBusy(false);
  }

  const answers: ConfirmAnswer[] = [{ label: playlistTexts.deleteMetadata, tone: 'danger', onChoose: () => void remove(false) }];
  // Ordinary users see no 'Delete all', because the videos belong to everyone.
  if (isStaff && playlist.entries.some((entry) => entry.isDownloaded))
    answers.push({ label: playlistTexts.deleteAll, tone: 'danger-fill', onChoose: () => void remove(true) });
  return (
    <ConfirmDialog
      question={playlistTexts.deleteQuestion}
      consequence={failure ?? (answers.length > 1 ? playlistTexts.deleteTwoWays : playlistTexts.deleteKeepsVideos)}
      answers={answers}
      isBusy={isBusy}
      onCancel={onCancel}
    />
  );
}

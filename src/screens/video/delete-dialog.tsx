// Deletes a video from the server, after a confirmation, and leaves the page, which has nothing to show any more.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { usePlayerHost } from '../../player/use-player-host.ts';
import { videoTexts } from '../../texts/video.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCommand } from '../../features/writes/use-command.ts';

const { deleteDialog: texts } = videoTexts;

export function DeleteDialog({ videoId, title, onCancel }: { videoId: string; title: string; onCancel: () => void }) {
  const { deleteVideo } = useCommands();
  const command = useCommand();
  const host = usePlayerHost();
  const navigate = useNavigate();
  const location = useLocation();
  const [isBusy, setIsBusy] = useState(false);

  async function remove(andIgnore: boolean): Promise<void> {
    setIsBusy(true);
    const { pathname } = window.location;
    const result = await command(() => deleteVideo(videoId, { andIgnore }), {
      message: andIgnore ? videoTexts.deletedAndIgnored(title) : videoTexts.deleted(title),
    });
    if (!result.ok) {
      setIsBusy(false);
      return onCancel();
    }
    // The mini player must not continue playing the deleted video.
    if (host.read().shown?.videoId === videoId) host.close();
    // If the user cancelled too late and has opened another page, that page stays.
    if (window.location.pathname !== pathname) return;
    // Back to the page from which the video was opened, or home if the video is this tab's first page.
    void (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1));
  }

  return (
    <ConfirmDialog
      question={texts.question}
      consequence={texts.consequence}
      isBusy={isBusy}
      answers={[
        { label: texts.delete, tone: 'danger-fill', onChoose: () => void remove(false) },
        { label: texts.deleteAndIgnore, tone: 'danger', onChoose: () => void remove(true) },
      ]}
      onCancel={onCancel}
    />
  );
}

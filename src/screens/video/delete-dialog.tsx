// Deleting a video: from the server, so it asks. Afterwards the page has nothing to show, and gives way.
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { useStage } from '../../player/use-stage.ts';
import { videoTexts } from '../../texts/video.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useCommand } from '../../features/writes/use-command.ts';

const { deleteDialog: words } = videoTexts;

export function DeleteDialog({ videoId, title, onCancel }: { videoId: string; title: string; onCancel: () => void }) {
  const { deleteVideo } = useCommands();
  const command = useCommand();
  const stage = useStage();
  const navigate = useNavigate();
  const location = useLocation();
  const [isBusy, setIsBusy] = useState(false);

  async function remove(andIgnore: boolean): Promise<void> {
    setIsBusy(true);
    const result = await command(() => deleteVideo(videoId, { andIgnore }), {
      said: andIgnore ? videoTexts.deletedAndIgnored(title) : videoTexts.deleted(title),
    });
    if (!result.ok) {
      setIsBusy(false);
      return onCancel();
    }
    // Nothing of it is left to play on in a corner.
    if (stage.read().shown?.videoId === videoId) stage.close();
    // To where it was opened from; the first entry of this tab has nothing of ours behind it.
    void (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1));
  }

  return (
    <ConfirmDialog
      question={words.question}
      consequence={words.consequence}
      isBusy={isBusy}
      answers={[
        { label: words.delete, tone: 'danger-fill', onChoose: () => void remove(false) },
        { label: words.deleteAndIgnore, tone: 'danger', onChoose: () => void remove(true) },
      ]}
      onCancel={onCancel}
    />
  );
}

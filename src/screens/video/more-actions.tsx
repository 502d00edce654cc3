// The menu of a video's less frequent actions: downloading its file and, for staff, reindexing and deleting the video.
import { useState, type MouseEvent } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { useSession } from '../../queries/session.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { videoTexts } from '../../texts/video.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { closeMenuOf, MenuButton } from '../../ui/popover-menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import menu from '../../ui/menu.module.css';
import styles from './video-actions.module.css';

const deleteDialog = lazyChunk(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

/** Renders nothing if there is no action. */
export function MoreActions({ video }: { video: VideoPageView }) {
  const { isStaff } = useSession();
  const { reindex } = useCommands();
  const command = useCommand();
  const isAway = useIsAway();
  const showToast = useToast();
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false);
  const { videoId, title, details } = video;
  const mediaUrl = video.missingSince === undefined ? details?.mediaUrl : undefined;
  if (!isStaff && mediaUrl === undefined) return null;

  function scheduleReindex(): void {
    void command(() => reindex({ video: videoId }), { message: videoTexts.reindexScheduled }); // the toast reports the result
  }
  function askToDelete(): void {
    if (isAway) showToast({ text: pageErrorTexts.needsServer });
    else setIsDeleteDialogOpen(true);
  }
  function download(event: MouseEvent<HTMLElement>): void {
    closeMenuOf(event.currentTarget);
    if (!isAway) return;
    event.preventDefault();
    showToast({ text: pageErrorTexts.needsServer });
  }

  return (
    <>
      <MoreMenu label={videoTexts.moreActions} text={videoTexts.more} className={styles['more']}>
        {mediaUrl === undefined ? null : (
          <a role="menuitem" className={menu['item']} href={mediaUrl} download onClick={download}>
            <PlayerIcon name="file-down" size={19} />
            {videoTexts.downloadFile}
          </a>
        )}
        {isStaff ? (
          <>
            <MenuButton icon="retry" onChoose={scheduleReindex}>
              {videoTexts.reindex}
            </MenuButton>
            <MenuButton icon={<RareIcon name="bin" size={19} />} isDangerous onChoose={askToDelete}>
              {videoTexts.delete}
            </MenuButton>
          </>
        ) : null}
      </MoreMenu>
      {isDeleteDialogOpen ? (
        <LazyDialog chunk={deleteDialog} onLoadError={() => setIsDeleteDialogOpen(false)}>
          <deleteDialog.Component videoId={videoId} title={title} onCancel={() => setIsDeleteDialogOpen(false)} />
        </LazyDialog>
      ) : null}
    </>
  );
}

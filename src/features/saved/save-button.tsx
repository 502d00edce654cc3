// The save control as a button with a label, on a video's page.
import { useRef, useState } from 'react';
import { useUserConfig } from '../../queries/session.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedTexts } from '../../texts/saved.ts';
import { Button } from '../../ui/button.tsx';
import { useIsAway } from '../commands/use-is-away.ts';
import { SavedMenu } from './save-control.tsx';
import { pressAction, statusViewOf, saveButtonText } from './save-status-view.ts';
import { useSave } from './use-save.ts';
import styles from './save-button.module.css';

const icons = {
  none: 'save',
  away: 'cloud-struck',
  queued: 'pause',
  saving: 'pause',
  paused: 'save',
  'waiting-for-wifi': 'pause',
  failed: 'warning',
  saved: 'saved',
  outdated: 'sync',
} as const;

export function SaveButton({ video }: { video: { videoId: string; title: string; missingSince?: string } }) {
  const save = useSave(video);
  const { file_size_unit: unit } = useUserConfig();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isAway = useIsAway();
  const button = useRef<HTMLButtonElement>(null);
  if (!save || (video.missingSince !== undefined && !save.item)) return null;
  const { kind } = statusViewOf(save.item, isAway);
  const bytes = kind === 'saved' ? save.item?.totalBytes : null;
  return (
    <>
      <Button
        ref={button}
        className={kind === 'saved' ? styles['saved'] : undefined}
        icon={icons[kind]}
        data-when-back={kind === 'away' || undefined}
        aria-haspopup={pressAction(save.item) === 'menu' || undefined}
        onClick={() => setIsMenuOpen(save.press() === 'menu')}
      >
        {saveButtonText(save.item, isAway)}
        {bytes ? <span className={styles['size']}>{fileSize(bytes, unit)}</span> : null}
        {kind === 'saving' ? <span className={styles['size']}>{savedTexts.pause}</span> : null}
      </Button>
      {isMenuOpen ? <SavedMenu save={save} title={video.title} opener={button} onClose={() => setIsMenuOpen(false)} /> : null}
    </>
  );
}

// The control that saves a video on this device, on its card or its row in a list. It marks a video that cannot be played now with
// `data-away`, which the styles of the surrounding elements use.
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { isFullySaved, isPlayableHere, useSavedItem } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { uiTexts } from '../../texts/ui.ts';
import { MenuButton, PopoverMenu } from '../../ui/popover-menu.tsx';
import type { SaveControlProps } from '../../ui/save-control.ts';
import { SaveDisc } from '../../ui/save-disc.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useIsAway } from '../commands/use-is-away.ts';
import { isLost, pressAction, saveLabel, statusViewOf } from './save-status-view.ts';
import { useSave, type SaveActions } from './use-save.ts';

/** Draws the control in one of its variants. The cards get this function from a context. */
export function drawSaveControl(props: SaveControlProps): ReactNode {
  switch (props.variant) {
    case 'tag':
      return <SavedTag {...props} />;
    case 'fact':
      return <PlaybackFact {...props} />;
    default:
      return <SaveControl {...props} />;
  }
}

function SavedTag({ video }: SaveControlProps) {
  return isFullySaved(useSavedItem(video.videoId)) ? <Tag tone="saved">{savedTexts.savedVisible}</Tag> : null;
}

/** The last of a video's facts: that the video plays from this device, or that it cannot be played now. */
function PlaybackFact({ video }: SaveControlProps) {
  const item = useSavedItem(video.videoId);
  const isAway = useIsAway();
  if (isFullySaved(item)) return savedTexts.playsFromDeviceFact;
  return isAway && !isPlayableHere(item) && video.missingSince === undefined ? savedTexts.awayFact : null;
}

function SaveControl({ video, isPlain = false, isInSelectionMode = false }: SaveControlProps) {
  const save = useSave(video);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const disc = useRef<HTMLButtonElement>(null);
  const isAway = useIsAway() && !isPlayableHere(save?.item);
  // A video whose file the archive lacks cannot be saved. It has a control only if a copy is on this device.
  if (video.missingSince !== undefined && !save?.item) return null;
  if (!save || isInSelectionMode) return isAway ? <span hidden data-away /> : null;
  return (
    <>
      <SaveDisc
        ref={disc}
        status={statusViewOf(save.item, isAway)}
        label={`${saveLabel(save.item, isAway)}: ${video.title}`}
        isPlain={isPlain}
        isAway={isAway}
        aria-haspopup={pressAction(save.item) === 'menu' || undefined}
        onClick={() => setIsMenuOpen(save.press() === 'menu')}
      />
      {isMenuOpen ? <SavedMenu save={save} title={video.title} opener={disc} onClose={() => setIsMenuOpen(false)} /> : null}
    </>
  );
}

interface SavedMenuProps {
  save: SaveActions;
  title: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The actions for a copy that is on this device, or that could not be saved. */
export function SavedMenu({ save, title, opener, onClose }: SavedMenuProps) {
  return (
    <PopoverMenu label={uiTexts.moreActions(title)} opener={opener} onClose={onClose}>
      {save.item?.status.state === 'failed' ? (
        <MenuButton icon="sync" onChoose={save.tryAgain}>
          {isLost(save.item.status.reason) ? savedTexts.saveAgain : savedTexts.tryAgain}
        </MenuButton>
      ) : null}
      {save.item?.status.state === 'outdated' ? (
        <MenuButton icon="sync" onChoose={save.update}>
          {savedTexts.update}
        </MenuButton>
      ) : null}
      <MenuButton icon="close" isDangerous onChoose={save.remove}>
        {savedTexts.remove}
      </MenuButton>
    </PopoverMenu>
  );
}

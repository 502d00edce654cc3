// Keeps a video on this device, from its card or its page: what the control shows, and what a press does (UX 4.1).
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { playsHere } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { uiTexts } from '../../texts/ui.ts';
import { MenuButton, PopoverMenu } from '../../ui/popover-menu.tsx';
import type { SaveControlProps } from '../../ui/save-control.ts';
import { SaveDisc } from '../../ui/save-disc.tsx';
import { useIsAway } from '../commands/use-is-away.ts';
import { isLost, saveLabel, saveLookOf } from './save-look.ts';
import { useSave, type Save } from './use-save.ts';

/** For the context of the cards. */
export function drawSaveControl(props: SaveControlProps): ReactNode {
  return <SaveControl {...props} />;
}

function SaveControl({ video, isPlain = false }: SaveControlProps) {
  const save = useSave(video);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const disc = useRef<HTMLButtonElement>(null);
  const isAway = useIsAway() && !playsHere(save?.item);
  // What the archive lacks the file of cannot be saved; a copy that is here stays.
  if (!save || (video.missingSince !== undefined && !save.item)) return null;
  return (
    <>
      <SaveDisc
        ref={disc}
        look={saveLookOf(save.item, isAway)}
        label={`${saveLabel(save.item, isAway)}: ${video.title}`}
        isPlain={isPlain}
        isAway={isAway}
        onClick={() => setIsMenuOpen(save.press() === 'menu')}
      />
      {isMenuOpen ? <SavedMenu save={save} title={video.title} opener={disc} onClose={() => setIsMenuOpen(false)} /> : null}
    </>
  );
}

interface SavedMenuProps {
  save: Save;
  title: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What can be done with a copy that is here, or that failed. */
export function SavedMenu({ save, title, opener, onClose }: SavedMenuProps) {
  return (
    <PopoverMenu label={uiTexts.moreActions(title)} opener={opener} onClose={onClose}>
      {save.item?.status.state === 'failed' ? (
        <MenuButton icon="sync" onChoose={save.tryAgain}>
          {isLost(save.item.status.reason) ? savedTexts.saveAgain : savedTexts.tryAgain}
        </MenuButton>
      ) : null}
      <MenuButton icon="close" isDangerous onChoose={save.remove}>
        {savedTexts.remove}
      </MenuButton>
    </PopoverMenu>
  );
}

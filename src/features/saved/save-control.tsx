// Keeps a video on this device, from its card or its page: what the control shows, and what a press does (UX 4.1).
import { useRef, useState } from 'react';
import { useSavedItem, useSavedLink } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { uiTexts } from '../../texts/ui.ts';
import { PopoverMenu, MenuButton } from '../../ui/popover-menu.tsx';
import type { SaveControlProps } from '../../ui/save-control.ts';
import { SaveDisc } from '../../ui/save-disc.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { saveLabel, saveLookOf, savePress } from './save-look.ts';

export function SaveControl({ video, isPlain = false }: SaveControlProps) {
  const link = useSavedLink();
  const item = useSavedItem(video.videoId);
  const showToast = useToast();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const disc = useRef<HTMLButtonElement>(null);
  // What the archive lacks the file of cannot be saved; a copy that is here stays.
  if (!link || (video.missingSince !== undefined && !item)) return null;
  const { videoId, title } = video;
  const wish = link.wishes;

  async function press(): Promise<void> {
    const wanted = savePress(item);
    if (wanted === 'menu') setIsMenuOpen(true);
    else if (wanted === 'save') {
      await wish.save(videoId);
      showToast({ text: savedTexts.savingNow(title), onUndo: () => void wish.remove(videoId) });
    } else await wish.tell(videoId, wanted);
  }

  async function remove(): Promise<void> {
    await wish.remove(videoId);
    showToast({ text: savedTexts.removed, onUndo: () => void wish.undoRemove(videoId) });
  }

  return (
    <>
      <SaveDisc ref={disc} look={saveLookOf(item)} label={`${saveLabel(item)}: ${title}`} isPlain={isPlain} onClick={() => void press()} />
      {isMenuOpen && item ? (
        <PopoverMenu label={uiTexts.moreActions(title)} opener={disc} onClose={() => setIsMenuOpen(false)}>
          {item.status.state === 'failed' ? (
            <MenuButton icon="sync" onChoose={() => void wish.tell(videoId, 'try-again')}>
              {savedTexts.tryAgain}
            </MenuButton>
          ) : null}
          {item.status.state === 'outdated' ? (
            <MenuButton icon="sync" onChoose={() => void wish.tell(videoId, 'update')}>
              {savedTexts.update}
            </MenuButton>
          ) : null}
          <MenuButton icon="close" isDangerous onChoose={() => void remove()}>
            {savedTexts.remove}
          </MenuButton>
        </PopoverMenu>
      ) : null}
    </>
  );
}

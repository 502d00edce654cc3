// The menu of the Share button: copies a link to the video or to its current moment, or passes the link to the device's share sheet.
import type { RefObject } from 'react';
import { copyText } from '../../features/page/copy-text.ts';
import { videoPath } from '../../lib/addresses.ts';
import { duration } from '../../texts/formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { ListIcon } from '../../ui/list-icon.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { closeMenuOf, PopoverMenu } from '../../ui/popover-menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import menu from '../../ui/menu.module.css';

const { share: texts } = videoTexts;

interface ShareMenuProps {
  videoId: string;
  title: string;
  /** The position for links to a moment of the video. If it is 0, no such links are offered. */
  atSeconds: number;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function ShareMenu({ opener, onClose, ...link }: ShareMenuProps) {
  return (
    <PopoverMenu label={texts.open} opener={opener} onClose={onClose}>
      <ShareItems {...link} onChosen={() => opener.current?.focus()} />
    </PopoverMenu>
  );
}

interface ShareItemsProps extends Pick<ShareMenuProps, 'videoId' | 'title' | 'atSeconds'> {
  onChosen: () => void;
}

function ShareItems({ videoId, title, atSeconds, onChosen }: ShareItemsProps) {
  const showToast = useToast();
  const videoAddress = location.origin + videoPath(videoId);
  const momentAddress = location.origin + videoPath(videoId, atSeconds);

  async function copy(address: string): Promise<void> {
    showToast({ text: (await copyText(address)) ? texts.copied : texts.notCopied(address) });
  }

  async function share(address: string): Promise<void> {
    try {
      await navigator.share({ title, url: address });
    } catch (reason) {
      const isDismissed = reason instanceof DOMException && reason.name === 'AbortError';
      if (!isDismissed) await copy(address);
    }
  }

  const items: { label: string; icon: 'link' | 'share'; onChoose: () => void }[] = [
    { label: texts.copy, icon: 'link', onChoose: () => void copy(videoAddress) },
  ];
  if (atSeconds > 0) items.push({ label: texts.copyAt(duration(atSeconds)), icon: 'link', onChoose: () => void copy(momentAddress) });
  // Outside secure contexts there is no navigator.share, although its type says that it always exists.
  if ('share' in navigator) {
    items.push({ label: texts.send, icon: 'share', onChoose: () => void share(videoAddress) });
    if (atSeconds > 0) items.push({ label: texts.sendAt(duration(atSeconds)), icon: 'share', onChoose: () => void share(momentAddress) });
  }
  return items.map((item) => (
    <button
      key={item.label}
      type="button"
      role="menuitem"
      className={menu['item']}
      onClick={(event) => {
        closeMenuOf(event.currentTarget);
        onChosen();
        item.onChoose();
      }}
    >
      {item.icon === 'link' ? <PlayerIcon name="link" size={19} /> : <ListIcon name="external" size={19} />}
      {item.label}
    </button>
  ));
}

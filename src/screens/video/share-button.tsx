// A link to the video, or to this moment of it: copied, or passed to the device's share sheet.
import { useRef, useState } from 'react';
import { videoPath } from '../../lib/addresses.ts';
import { usePlayerHost } from '../../player/use-player-host.ts';
import { duration } from '../../texts/formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { closeMenuOf, PopoverMenu } from '../../ui/popover-menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import menu from '../../ui/menu.module.css';
import { copyText } from '../../features/page/copy-text.ts';

const { share: texts } = videoTexts;

export function ShareButton({ videoId, title }: { videoId: string; title: string }) {
  const [atSeconds, setAtSeconds] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const host = usePlayerHost();
  const isOpen = atSeconds !== null;
  // The position when the menu was opened: the video may play on meanwhile.
  const open = () => setAtSeconds(Math.floor(host.read().handle?.positionSeconds() ?? 0));
  return (
    <>
      <Button ref={button} aria-haspopup="menu" aria-expanded={isOpen} onClick={open}>
        <PlayerIcon name="share" size={19} />
        {texts.open}
      </Button>
      {isOpen ? (
        <PopoverMenu label={texts.open} opener={button} onClose={() => setAtSeconds(null)}>
          <ShareItems videoId={videoId} title={title} atSeconds={atSeconds} onChosen={() => button.current?.focus()} />
        </PopoverMenu>
      ) : null}
    </>
  );
}

interface ShareItemsProps {
  videoId: string;
  title: string;
  atSeconds: number;
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
  // Absent outside secure contexts, despite the types.
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

// The Share button. Its menu is loaded when the user opens it.
import { useRef, useState } from 'react';
import { usePlayerHost } from '../../player/use-player-host.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';

const shareMenu = lazyChunk(async () => (await import('./share-menu.tsx')).ShareMenu);

export function ShareButton({ videoId, title }: { videoId: string; title: string }) {
  const [atSeconds, setAtSeconds] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const host = usePlayerHost();
  const isOpen = atSeconds !== null;
  // The position at the time of opening, because the video may keep playing while the menu is open.
  const open = () => setAtSeconds(Math.floor(host.read().handle?.positionSeconds() ?? 0));
  const close = () => setAtSeconds(null);
  return (
    <>
      <Button ref={button} aria-haspopup="menu" aria-expanded={isOpen} onClick={open}>
        <PlayerIcon name="share" size={19} />
        {videoTexts.share.open}
      </Button>
      {isOpen ? (
        <LazyDialog chunk={shareMenu} onLoadError={close}>
          <shareMenu.Component videoId={videoId} title={title} atSeconds={atSeconds} opener={button} onClose={close} />
        </LazyDialog>
      ) : null}
    </>
  );
}

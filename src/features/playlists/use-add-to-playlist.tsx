import { useMemo, useState, type ReactNode } from 'react';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { ChosenVideo } from './add-to-playlist.tsx';

interface SheetRequest {
  videos: readonly ChosenVideo[];
  onClosed?: (() => void) | undefined;
}

const sheetChunk = lazyChunk(async () => (await import('./add-to-playlist.tsx')).AddToPlaylistSheet);

/** The sheet that adds videos to custom playlists: the caller renders `sheet`; `open` is the same function in every render. */
export function useAddToPlaylist(): { open: (videos: readonly ChosenVideo[], onClosed?: () => void) => void; sheet: ReactNode } {
  const address = useSheetAddress('add-to-playlist');
  const [request, setRequest] = useState<SheetRequest | null>(null);
  const latestAddress = useLatest(address);
  const open = useMemo(
    () => (videos: readonly ChosenVideo[], onClosed?: () => void) => {
      setRequest({ videos, onClosed });
      latestAddress.current.open();
    },
    [latestAddress],
  );
  // The address does not name the videos, so after a reload the sheet is closed.
  const sheet =
    address.isOpen && request ? (
      <LazyDialog chunk={sheetChunk} onLoadError={address.close}>
        <sheetChunk.Component
          videos={request.videos}
          onClose={() => {
            address.close();
            request.onClosed?.();
          }}
        />
      </LazyDialog>
    ) : null;
  return { open, sheet };
}

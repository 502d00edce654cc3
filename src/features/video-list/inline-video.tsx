import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';

const inlinePlayer = lazyChunk(async () => (await import('./inline-player.tsx')).InlinePlayer);

/** Draws the inline player while the address names a video (SPEC §2 General). */
export function InlineVideo() {
  const [search, setSearch] = useSearchParams();
  const videoId = search.get('videoId') ?? '';
  if (videoId === '') return null;
  const close = (): void => setSearch(withVideo(null), { replace: true });
  return (
    <LazyDialog chunk={inlinePlayer} onLoadError={close}>
      <inlinePlayer.Component key={videoId} videoId={videoId} onClose={close} />
    </LazyDialog>
  );
}

/** Returns a function that opens a video in the inline player. The function changes only with the address. */
export function usePlayInline(): (videoId: string) => void {
  const [, setSearch] = useSearchParams();
  return useMemo(() => (videoId) => setSearch(withVideo(videoId)), [setSearch]);
}

/** Starts from the document's address, because the address of the last render may lack a search text that was just typed. */
function withVideo(videoId: string | null): URLSearchParams {
  return withQuery(new URLSearchParams(window.location.search), { videoId, t: null });
}

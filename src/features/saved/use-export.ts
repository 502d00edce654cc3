import { useCallback } from 'react';
import { useSavedLink } from '../../queries/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { useToast } from '../../ui/toasts.tsx';
import { exportVideo, browserExport } from './export-video.ts';

/** Returns a function that passes a saved video to the share sheet, or downloads it. It is the same function in every render. */
export function useExport(): (video: { videoId: string; title: string }) => void {
  const link = useSavedLink();
  const showToast = useToast();
  return useCallback(
    (video) => {
      async function exportSaved(): Promise<void> {
        const copy = (await link?.actions.copyOf(video.videoId)) ?? null;
        if (!copy) showToast({ text: savedScreenTexts.export.nothing });
        else if ((await exportVideo(copy, video, browserExport)) === 'downloaded') showToast({ text: savedScreenTexts.export.started });
      }
      exportSaved().catch((reason: unknown) => {
        console.warn('A saved video could not be exported', reason);
        showToast({ text: savedScreenTexts.export.nothing });
      });
    },
    [link, showToast],
  );
}

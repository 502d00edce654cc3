import { useRef } from 'react';
import { browserStorage } from '../../lib/device-storage.ts';
import { leastStoredSeconds } from '../../lib/watched-rule.ts';
import { saveProgress, startOver } from '../../mutations/save-progress.ts';
import type { ProgressReport } from '../../player/progress-reporter.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import type { VideoPageView } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';
import { forgetLastPlace, keepLastPlace } from './last-place.ts';

const deviceStorage = browserStorage(() => localStorage);

interface ReportProgress {
  report(report: ProgressReport): void;
  startOver(): void;
}

/** Brings what the player tells to the device. */
export function useReportProgress(video: VideoPageView): ReportProgress {
  const mirror = useMirror();
  const showToast = useToast();
  const hasFailed = useRef(false);
  const reports = useRef(0);
  const { videoId, title: subject, durationSeconds } = video;

  function notKept(): void {
    // Said once: it would come every five seconds.
    if (!hasFailed.current) showToast({ text: shellTexts.notKept });
    hasFailed.current = true;
  }
  /** The latest of several under way has the word. */
  function kept(report: number): void {
    if (report === reports.current) forgetLastPlace(deviceStorage);
  }
  // Not awaited: the player does not wait for the device, and goes on when it has no room.
  function forget(): void {
    const report = (reports.current += 1);
    void startOver(mirror, { videoId, subject }).then(() => kept(report), notKept);
  }

  return {
    report({ positionSeconds, isToBeSent, isLast }) {
      // The archive stores none of the first seconds: to be there again is to have no saved position.
      if (positionSeconds <= leastStoredSeconds) return video.positionSeconds === null ? undefined : forget();
      const place = { videoId, positionSeconds, durationSeconds, subject };
      if (isLast) keepLastPlace(deviceStorage, { accountKey: mirror.accountKey, ...place });
      const report = (reports.current += 1);
      void saveProgress(mirror, { ...place, isToBeSent }).then(() => kept(report), notKept);
    },
    startOver: forget,
  };
}

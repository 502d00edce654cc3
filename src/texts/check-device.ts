/** Texts of "Check this copy" (docs/decisions/222). */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'video', 'videos')}`;

export const checkDeviceTexts = translated('checkDevice', {
  title: 'Check this copy',
  help: 'Finds and repairs inconsistencies in your copy. Your changes, saved videos and trips are left alone.',
  start: 'Check',
  progress: (done: number, all: number) => (all === 0 ? 'Checking…' : `Checked ${count(done)} of ${count(all)}`),
  fetching: 'Checked. Asking the server for what was missing…',
  done: ({ videoCount, repairedCount, waitingCount }: { videoCount: number; repairedCount: number; waitingCount: number }) => {
    const repaired = repairedCount > 0 ? [`${count(repairedCount)} ${plural(repairedCount, 'entry was', 'entries were')} repaired.`] : [];
    const waiting =
      waitingCount > 0 ? [`${count(waitingCount)} ${plural(waitingCount, 'entry needs', 'entries need')} the server: check again when it answers.`] : [];
    const found = [...repaired, ...waiting];
    return [`Checked ${videos(videoCount)}.`, ...(found.length > 0 ? found : ['Nothing was wrong.'])].join(' ');
  },
  failed: 'Your copy could not be checked.',
} as const);

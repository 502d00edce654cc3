// Raises alerts while folders of the library are absent, or many videos are missing at once.
import type { Alerts } from '../alerts/alerts.ts';
import type { AbsentFolder, Catalogue } from '../catalogue/records.ts';
import { absentFolders } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { formatCount } from './report-text.ts';
import { everyMissing } from './compare-library.ts';

/** Alerts are raised for at most this many folders; the page lists every video. */
const maxFolders = 5;
/** If a larger share of the library is missing, nobody deleted it on purpose. */
const alarmingShare = 0.1;
/** A minimum, because a tenth of a small library may be one video. */
const minAlarming = 10;
const prefix = 'missing:';

export interface MissingAlertsInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  alerts: Alerts;
}

/** @param absent the result of a pass; null determines it now, as after a person's decision about missing videos */
export async function updateMissingAlerts({ places, catalogue, alerts }: MissingAlertsInput, absent: AbsentFolder[] | null): Promise<void> {
  const folders = absent ?? (await absentFolders(places, everyMissing(catalogue)));
  const messageByKey = new Map<string, string>();
  const { here, undecided } = catalogue.countMedia();
  const isAlarming = undecided >= minAlarming && undecided > alarmingShare * (here + undecided);
  // An absent subfolder alone does not mean that a disk is gone; a person probably removed it.
  const alarming = folders.filter(({ folder }) => !folder.includes('/') || isAlarming);
  for (const folder of alarming.slice(0, maxFolders)) messageByKey.set(prefix + folder.folder, alertText(places, folder));
  if (isAlarming && alarming.length === 0)
    messageByKey.set(
      prefix,
      `${formatCount(undecided)} of the ${formatCount(here + undecided)} videos of the library folder ${places.roots[0]?.folder} are not there. ${keptText}`,
    );
  for (const { key } of alerts.list()) if (key.startsWith(prefix) && !messageByKey.has(key)) alerts.clear(key);
  for (const [key, message] of messageByKey) alerts.raise({ key, topic: 'missing-videos', message });
}

const keptText = 'Their marks, positions and playlist entries are kept, and they come back when the files do.';

function alertText(places: ScannedPlaces, { folder, state, videos }: AbsentFolder): string {
  const absolute = folder === '.' ? places.roots[0]?.folder : places.absolute(folder);
  const cause = state === 'empty' ? ': it is empty, as when a disk is not mounted' : '';
  return `The folder ${absolute} is not there${cause}. ${videos === 1 ? '1 video is' : `${formatCount(videos)} videos are`} missing. ${keptText}`;
}

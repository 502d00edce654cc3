// Raises alerts while folders of the library are absent, or many videos are missing at once.
import type { Alerts } from '../alerts/alerts.ts';
import type { AbsentFolder, Catalogue } from '../catalogue/records.ts';
import { worded, type Sentence } from '../texts/wording.ts';
import { absentFolders } from './absent-folders.ts';
import type { ScannedPlaces } from './library-places.ts';
import { everyMissing } from './compare-library.ts';

/** Alerts are raised for at most this many folders; /admin/library/ lists every missing video. */
const maxFolders = 5;
/** If a larger share of the library is missing, its files were probably not deleted on purpose. */
const alarmingShare = 0.1;
/** Fewer missing videos raise no alert, because a tenth of a small library may be one video. */
const minAlarming = 10;
const keyPrefix = 'missing:';

export interface MissingAlertsInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  alerts: Alerts;
}

/** @param absent the absent folders that a pass found; if null, they are determined now (after a person's decision about missing videos) */
export async function updateMissingAlerts({ places, catalogue, alerts }: MissingAlertsInput, absent: AbsentFolder[] | null): Promise<void> {
  const folders = absent ?? (await absentFolders(places, everyMissing(catalogue)));
  const sentenceByKey = new Map<string, Sentence>();
  const { present, undecided } = catalogue.countMedia();
  const isAlarming = undecided >= minAlarming && undecided > alarmingShare * (present + undecided);
  // An absent subfolder alone does not mean that a disk is gone; a person probably removed it.
  const alarmingFolders = folders.filter(({ folder }) => !folder.includes('/') || isAlarming);
  for (const absentFolder of alarmingFolders.slice(0, maxFolders))
    sentenceByKey.set(keyPrefix + absentFolder.folder, absentFolderSentence(places, absentFolder));
  if (isAlarming && alarmingFolders.length === 0)
    sentenceByKey.set(keyPrefix, manyMissingSentence(undecided, present + undecided, places.roots[0]?.folder ?? ''));
  for (const { key } of alerts.list()) if (key.startsWith(keyPrefix) && !sentenceByKey.has(key)) alerts.clear(key);
  for (const [key, sentence] of sentenceByKey) alerts.raise({ key, topic: 'missing-videos', ...worded(sentence) });
}

function manyMissingSentence(missing: number, all: number, folder: string): Sentence {
  return ({ texts: { system }, formatCount }) => `${system.missing.many(formatCount(missing), formatCount(all), folder)} ${system.missing.kept}`;
}

function absentFolderSentence(places: ScannedPlaces, { folder, state, videos }: AbsentFolder): Sentence {
  const absoluteFolder = folder === '.' ? (places.roots[0]?.folder ?? '') : places.absolute(folder);
  return ({ texts: { system }, formatCount }) =>
    [
      state === 'empty' ? system.missing.emptyFolder(absoluteFolder) : system.missing.folder(absoluteFolder),
      system.missing.videos(videos, formatCount(videos)),
      system.missing.kept,
    ].join(' ');
}

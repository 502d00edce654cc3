// The library area of /admin/: decisions about missing videos, the trash, and how long both are kept.
import type { Archive } from '../archive/archive.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Catalogue } from '../catalogue/records.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { updateMissingAlerts } from '../library/missing-alerts.ts';
import { stillMissing } from '../library/still-missing.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { limitProblems, restoreMessage, type Trash } from '../trash/trash.ts';
import type { Html } from './html.ts';
import { libraryPage } from './library-page.ts';
import { libraryReportCard, readLibraryReport } from './library-report-card.ts';
import type { Viewer } from './page-parts.ts';
import { hasProblem, fieldProblems } from './returned-form.ts';
import { text, type AdminFrame, type AreaOutcome } from './visits.ts';

export interface LibraryAreaDeps {
  archive: Archive;
  catalogue: Catalogue;
  trash: Trash;
  alerts: Alerts;
  library: LibraryPlaces;
  tasks: Tasks;
  /** Cards added by other parts of the server. */
  cards?: (viewer: Viewer) => Html[];
}

/** Items beyond this number are counted but not listed. The forms for all items apply to them too. */
const maxShown = 100;
const maxDays = 3650;

export function addLibraryArea(admin: AdminFrame, deps: LibraryAreaDeps): void {
  const { archive, trash } = deps;
  const { missing, librarySettings } = archive;

  admin.areaPage('library', ({ viewer, request }, pageState) =>
    libraryPage({
      viewer,
      ...pageState,
      settings: librarySettings.get(),
      missing: { count: missing.count(), first: missing.page(maxShown, 0) },
      trash: { totals: trash.items.totals(), first: trash.items.page(maxShown, 0), emptiedEarly: librarySettings.trashEmptiedEarly(), strays: trash.strays() },
      left: archive.removed.leftFiles(maxShown),
      more: [libraryReportCard(readLibraryReport(archive, request.url)), ...(deps.cards?.(viewer) ?? [])],
    }),
  );

  admin.areaForm('library', 'missing/keep', async ({ form }) => {
    const video = text(form, 'video');
    if (video === '' && !isForAll(form)) return problemOutcome(nothingNamedText);
    missing.keep(video || null);
    await updateAlerts();
    return doneOutcome('Kept. It will not be forgotten automatically.');
  });
  admin.areaForm('library', 'missing/forget', async ({ form }) => {
    const video = text(form, 'video');
    const until = parseNumber(text(form, 'until'));
    if (video === '' && (!isForAll(form) || until === null)) return problemOutcome(nothingNamedText);
    const outcome = video === '' ? await forgetShown(until ?? 0) : forgetOne(video);
    await updateAlerts();
    return outcome;
  });
  admin.areaForm('library', 'trash/restore', async ({ form }) => {
    const id = text(form, 'item');
    if (id !== '') {
      const outcome = await trash.restore(parseNumber(id) ?? 0);
      const isWhole = outcome.kind === 'restored' && outcome.problems.length === 0;
      return { kind: isWhole ? 'done' : 'problem', message: restoreMessage(outcome) };
    }
    if (!isForAll(form)) return problemOutcome(nothingNamedText);
    const { restored, problems } = await trash.restoreAll();
    const words = [`${restored === 1 ? '1 item is' : `${restored} items are`} back.`, ...limitProblems(problems)];
    return { kind: problems.length === 0 ? 'done' : 'problem', message: words.join(' ') };
  });
  admin.areaForm('library', 'trash/delete', async ({ form }) => {
    const id = text(form, 'item');
    if (id === '') {
      const upTo = parseNumber(text(form, 'until'));
      if (!isForAll(form) || upTo === null) return problemOutcome(nothingNamedText);
      const count = await trash.empty(upTo);
      const { items: later } = trash.items.totals();
      return doneOutcome([`${count} deleted for good.`, ...(later === 0 ? [] : [laterText(later)])].join(' '));
    }
    return (await trash.remove(parseNumber(id) ?? 0)) ? doneOutcome('Deleted for good.') : problemOutcome('This is no longer in the trash.');
  });
  admin.areaForm('library', 'left/import', async ({ form }) => {
    const videoId = archive.removed.videoLeftAt(text(form, 'file'));
    if (videoId === null) return problemOutcome('This file no longer belongs to a deleted video.');
    const item = trash.items.ofVideo(videoId);
    // Only restoring the item from the trash brings back the video's marks. Importing the file alone would create a video without them.
    if (item !== null && item.files.length > 0) return problemOutcome(`${item.title} is in the trash. Restore it there to keep its marks and positions.`);
    if (item !== null) {
      const outcome = await trash.restore(item.id);
      if (outcome.kind !== 'restored') return problemOutcome(restoreMessage(outcome));
    } else archive.removed.unmarkVideo(videoId);
    if (!deps.tasks.isWaiting('rescan_filesystem')) deps.tasks.start('rescan_filesystem', {});
    return doneOutcome('The library is being scanned. The video is back after that.');
  });
  admin.areaForm('library', 'settings', ({ form }) => {
    const trashDays = parseNumber(text(form, 'trash-days'));
    const written = text(form, 'forget-days').trim();
    const forgetDays = written === '' ? null : parseNumber(written);
    const isForgetWrong = written !== '' && (forgetDays === null || forgetDays < 1 || forgetDays > maxDays);
    const problems = fieldProblems({
      'trash-days': trashDays === null || trashDays > maxDays ? `Enter a whole number from 0 to ${maxDays}.` : null,
      'forget-days': isForgetWrong ? `Enter a whole number from 1 to ${maxDays}, or leave it empty.` : null,
    });
    if (trashDays === null || hasProblem(problems)) return { kind: 'wrong-fields', problems };
    librarySettings.change({ trashDays, forgetMissingAfterDays: forgetDays });
    return doneOutcome('Saved.');
  });

  function forgetOne(video: string): AreaOutcome {
    return missing.forget(video) ? doneOutcome('1 video was forgotten.') : problemOutcome('Nothing was forgotten: it is no longer missing.');
  }

  /** Forgets the missing videos that the page counted, except those that are no longer missing and those whose folder is absent. */
  async function forgetShown(until: number): Promise<AreaOutcome> {
    const shown = missing.undecided(until);
    const { gone, inAbsentFolder } = await stillMissing(deps.library, deps.catalogue, shown);
    const count = missing.forgetUndecided(gone.map(({ id }) => id));
    const { all, kept } = missing.count();
    const later = all - kept - (shown.length - count);
    const message = [
      count === 0 ? 'Nothing was forgotten.' : count === 1 ? '1 video was forgotten.' : `${count} videos were forgotten.`,
      ...(inAbsentFolder.length === 0
        ? []
        : [`${stayText(inAbsentFolder.length)}, because the whole folder is missing or empty. You can still forget them one by one.`]),
      ...(later <= 0 ? [] : [laterText(later)]),
    ].join(' ');
    return count === 0 ? problemOutcome(message) : doneOutcome(message);
  }

  /** Videos that were kept or forgotten no longer justify an alert. */
  function updateAlerts(): Promise<void> {
    return updateMissingAlerts({ places: deps.library, catalogue: deps.catalogue, alerts: deps.alerts }, null);
  }
}

const nothingNamedText = 'Nothing was changed: nothing was selected. Reload the page.';

function laterText(count: number): string {
  return `${stayText(count)}, because ${count === 1 ? 'it' : 'they'} came after the page was opened.`;
}

function stayText(count: number): string {
  return count === 1 ? '1 stays' : `${count} stay`;
}

/** Requires an explicit field, so that a form without fields does not apply to all items. */
function isForAll(form: Parameters<typeof text>[0]): boolean {
  return text(form, 'all') === 'yes';
}

function doneOutcome(message: string): AreaOutcome {
  return { kind: 'done', message };
}

function problemOutcome(message: string): AreaOutcome {
  return { kind: 'problem', message };
}

function parseNumber(written: string): number | null {
  return /^\d{1,12}$/.test(written.trim()) ? Number(written) : null;
}

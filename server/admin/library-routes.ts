// The library area of /admin/: decisions about missing videos, the trash, and how long both are kept.
import type { Archive } from '../archive/archive.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Catalogue } from '../catalogue/records.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { updateMissingAlerts } from '../library/missing-alerts.ts';
import { stillMissing } from '../library/still-missing.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Texts } from '../texts/english.ts';
import type { Wording } from '../texts/wording.ts';
import { restoreMessage, restoreProblems, type Trash } from '../trash/trash.ts';
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

  admin.addAreaPage('library', ({ viewer, request }, pageState) =>
    libraryPage({
      viewer,
      ...pageState,
      settings: librarySettings.get(),
      missing: { count: missing.count(), firstItems: missing.page(maxShown, 0), clockOffset: clockOffset() },
      trash: {
        totals: trash.items.totals(),
        firstItems: trash.items.page(maxShown, 0),
        emptiedEarly: librarySettings.trashEmptiedEarly(),
        strays: trash.strays(),
      },
      leftFiles: archive.removed.leftFiles(maxShown),
      moreCards: [libraryReportCard(readLibraryReport(archive, request.url), viewer.wording), ...(deps.cards?.(viewer) ?? [])],
    }),
  );

  admin.addAreaForm('library', 'missing/keep', async ({ form, viewer: { wording } }) => {
    const { library } = wording.texts;
    const video = text(form, 'video');
    const until = parseNumber(text(form, 'until'));
    if (video === '' && (!isForAll(form) || until === null)) return problemOutcome(library.nothingSelected);
    const clockProblem = video === '' ? clockProblemOf(form, until ?? 0, library) : null;
    if (clockProblem !== null) return problemOutcome(clockProblem);
    const message = video === '' ? keepCounted(until ?? 0, wording) : keepOne(video, library);
    await updateAlerts();
    return doneOutcome(message);
  });
  admin.addAreaForm('library', 'missing/forget', async ({ form, viewer: { wording } }) => {
    const { library } = wording.texts;
    const video = text(form, 'video');
    const until = parseNumber(text(form, 'until'));
    if (video === '' && (!isForAll(form) || until === null)) return problemOutcome(library.nothingSelected);
    const clockProblem = video === '' ? clockProblemOf(form, until ?? 0, library) : null;
    if (clockProblem !== null) return problemOutcome(clockProblem);
    const outcome = video === '' ? await forgetCounted(until ?? 0, wording) : forgetOne(video, library);
    await updateAlerts();
    return outcome;
  });
  admin.addAreaForm('library', 'trash/restore', async ({ form, viewer: { wording } }) => {
    const { library } = wording.texts;
    const id = text(form, 'item');
    if (id !== '') {
      const outcome = await trash.restore(parseNumber(id) ?? 0);
      const isComplete = outcome.kind === 'restored' && outcome.problems.length === 0;
      return { kind: isComplete ? 'done' : 'problem', message: restoreMessage(outcome, wording) };
    }
    if (!isForAll(form)) return problemOutcome(library.nothingSelected);
    const { restored, problems } = await trash.restoreAll();
    const sentences = [library.trash.allBack(restored, wording.formatCount(restored)), ...restoreProblems(problems, wording)];
    return { kind: problems.length === 0 ? 'done' : 'problem', message: sentences.join(' ') };
  });
  admin.addAreaForm('library', 'trash/delete', async ({ form, viewer }) => {
    const { texts, formatCount } = viewer.wording;
    const { library, page } = texts;
    const id = text(form, 'item');
    if (id === '') {
      const upTo = parseNumber(text(form, 'until'));
      if (!isForAll(form) || upTo === null) return problemOutcome(library.nothingSelected);
      const count = await trash.empty(upTo);
      const { items: laterCount } = trash.items.totals();
      return doneOutcome(
        [library.trash.allDeleted(formatCount(count)), ...(laterCount === 0 ? [] : [library.cameLater(laterCount, formatCount(laterCount))])].join(' '),
      );
    }
    return (await trash.remove(parseNumber(id) ?? 0)) ? doneOutcome(page.deletedForGood) : problemOutcome(library.trash.notThere);
  });
  admin.addAreaForm('library', 'left/import', async ({ form, viewer: { wording } }) => {
    const { left } = wording.texts.library;
    const videoId = archive.removed.videoLeftAt(text(form, 'file'));
    if (videoId === null) return problemOutcome(left.notLeft);
    const item = trash.items.ofVideo(videoId);
    // Only restoring the item from the trash restores the video's marks. Importing the file alone would create a video without them.
    if (item !== null && item.files.length > 0) return problemOutcome(left.inTrash(item.title));
    if (item !== null) {
      const outcome = await trash.restore(item.id);
      if (outcome.kind !== 'restored') return problemOutcome(restoreMessage(outcome, wording));
    } else archive.removed.unmarkVideo(videoId);
    if (!deps.tasks.isPending('rescan_filesystem')) deps.tasks.start('rescan_filesystem', {});
    return doneOutcome(left.scanning);
  });
  admin.addAreaForm('library', 'settings', ({ form, viewer }) => {
    const { library, page } = viewer.wording.texts;
    const trashDays = parseNumber(text(form, 'trash-days'));
    const forgetDaysText = text(form, 'forget-days').trim();
    const forgetDays = forgetDaysText === '' ? null : parseNumber(forgetDaysText);
    const isForgetDaysWrong = forgetDaysText !== '' && (forgetDays === null || forgetDays < 1 || forgetDays > maxDays);
    const problems = fieldProblems({
      'trash-days': trashDays === null || trashDays > maxDays ? library.keeping.number(0, maxDays) : null,
      'forget-days': isForgetDaysWrong ? library.keeping.numberOrEmpty(1, maxDays) : null,
    });
    if (trashDays === null || hasProblem(problems)) return { kind: 'wrong-fields', problems };
    librarySettings.change({ trashDays, forgetMissingAfterDays: forgetDays });
    return doneOutcome(page.saved);
  });

  function keepOne(video: string, { missing: texts }: Texts['library']): string {
    missing.keep(video);
    return texts.nowKept;
  }

  /** Keeps the missing videos that the page counted. */
  function keepCounted(until: number, { texts: { library }, formatCount }: Wording): string {
    missing.keepUntil(until);
    const { all, kept } = missing.count();
    const laterCount = all - kept;
    return [library.missing.nowKept, ...(laterCount === 0 ? [] : [library.missing.notKept(laterCount, formatCount(laterCount))])].join(' ');
  }

  function forgetOne(video: string, { missing: texts }: Texts['library']): AreaOutcome {
    return missing.forget(video) ? doneOutcome(texts.forgotten(1, '1')) : problemOutcome(texts.notMissing);
  }

  /** Forgets the missing videos that the page counted, except those that are no longer missing and those whose folder is absent. */
  async function forgetCounted(until: number, { texts: { library }, formatCount }: Wording): Promise<AreaOutcome> {
    const undecidedVideos = missing.undecided(until);
    const { goneVideos, videosInAbsentFolder } = await stillMissing(deps.library, deps.catalogue, undecidedVideos);
    const count = missing.forgetUndecided(goneVideos.map(({ id }) => id));
    const { all, kept } = missing.count();
    const laterCount = all - kept - (undecidedVideos.length - count);
    const message = [
      library.missing.forgotten(count, formatCount(count)),
      ...(videosInAbsentFolder.length === 0 ? [] : [library.missing.folderMissing(videosInAbsentFolder.length, formatCount(videosInAbsentFolder.length))]),
      ...(laterCount <= 0 ? [] : [library.cameLater(laterCount, formatCount(laterCount))]),
    ].join(' ');
    return count === 0 ? problemOutcome(message) : doneOutcome(message);
  }

  /** Videos that were kept or forgotten no longer justify an alert. */
  function updateAlerts(): Promise<void> {
    return updateMissingAlerts({ places: deps.library, catalogue: deps.catalogue, alerts: deps.alerts }, null);
  }
}

/** Requires an explicit field, so that a form without fields does not apply to all items. */
function isForAll(form: Parameters<typeof text>[0]): boolean {
  return text(form, 'all') === 'yes';
}

/** The system's time minus the time since the server's start, in seconds. It decreases only if the clock is set back. */
function clockOffset(): number {
  return Math.round((Date.now() - performance.now()) / 1000);
}

/**
 * Why a form for all missing videos cannot be applied; null if it can. The page counted the videos up to `until`, when the last undecided
 * one went missing. If the clock was set back since then, a video that went missing later may have an earlier date.
 */
function clockProblemOf(form: Parameters<typeof text>[0], until: number, texts: Texts['library']): string | null {
  const offsetOfPage = parseNumber(text(form, 'clock'));
  // Clocks that are adjusted gradually may differ by a second.
  if (offsetOfPage !== null && clockOffset() < offsetOfPage - 1) return texts.clockSetBack;
  // The clock was set back before the page was shown.
  return until > Date.now() / 1000 + 1 ? texts.clockWasAhead : null;
}

function doneOutcome(message: string): AreaOutcome {
  return { kind: 'done', message };
}

function problemOutcome(message: string): AreaOutcome {
  return { kind: 'problem', message };
}

function parseNumber(typedNumber: string): number | null {
  return /^\d{1,12}$/.test(typedNumber.trim()) ? Number(typedNumber) : null;
}

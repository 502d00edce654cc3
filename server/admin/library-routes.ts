// The library area of /admin/: decisions about missing videos, the trash, and how long both are kept.
import type { Archive } from '../archive/archive.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Catalogue } from '../catalogue/records.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { updateMissingAlerts } from '../library/missing-alerts.ts';
import { stillMissing } from '../library/still-missing.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { firstOf, wordsOfRestored, type Trash } from '../trash/trash.ts';
import type { Html } from './html.ts';
import { libraryPage } from './library-page.ts';
import { libraryReportCard, readLibraryReport } from './library-report-card.ts';
import type { Viewer } from './page-parts.ts';
import { hasProblem, problemsIn } from './returned-form.ts';
import { text, type AdminFrame, type AreaOutcome } from './visits.ts';

export interface LibraryAreaSources {
  archive: Archive;
  catalogue: Catalogue;
  trash: Trash;
  alerts: Alerts;
  library: LibraryPlaces;
  tasks: Tasks;
  /** Cards added by other parts of the server. */
  cards?: (viewer: Viewer) => Html[];
}

/** Further ones are counted, and decided about together. */
const mostShown = 100;
const mostDays = 3650;

export function addLibraryArea(admin: AdminFrame, sources: LibraryAreaSources): void {
  const { archive, trash } = sources;
  const { missing, keeperSettings } = archive;

  admin.areaPage('library', ({ viewer, request }, told) =>
    libraryPage({
      viewer,
      ...told,
      settings: keeperSettings.get(),
      missing: { count: missing.count(), first: missing.page(mostShown, 0) },
      trash: { totals: trash.items.totals(), first: trash.items.page(mostShown, 0), gaveWay: keeperSettings.trashGaveWay(), strays: trash.strays() },
      left: archive.removed.leftFiles(mostShown),
      more: [libraryReportCard(readLibraryReport(archive, request.url)), ...(sources.cards?.(viewer) ?? [])],
    }),
  );

  admin.areaForm('library', 'missing/keep', async ({ form }) => {
    const video = text(form, 'video');
    if (video === '' && !isForAll(form)) return problem(wordsOfNothingNamed);
    missing.keep(video || null);
    await lookAtAlerts();
    return done('Kept. It will not be forgotten automatically.');
  });
  admin.areaForm('library', 'missing/forget', async ({ form }) => {
    const video = text(form, 'video');
    const until = numberOf(text(form, 'until'));
    if (video === '' && (!isForAll(form) || until === null)) return problem(wordsOfNothingNamed);
    const outcome = video === '' ? await forgetShown(until ?? 0) : forgetOne(video);
    await lookAtAlerts();
    return outcome;
  });
  admin.areaForm('library', 'trash/restore', async ({ form }) => {
    const id = text(form, 'item');
    if (id !== '') {
      const outcome = await trash.restore(numberOf(id) ?? 0);
      const isWhole = outcome.kind === 'restored' && outcome.problems.length === 0;
      return { kind: isWhole ? 'done' : 'problem', words: wordsOfRestored(outcome) };
    }
    if (!isForAll(form)) return problem(wordsOfNothingNamed);
    const { restored, problems } = await trash.restoreAll();
    const words = [`${restored === 1 ? '1 item is' : `${restored} items are`} back.`, ...firstOf(problems)];
    return { kind: problems.length === 0 ? 'done' : 'problem', words: words.join(' ') };
  });
  admin.areaForm('library', 'trash/delete', async ({ form }) => {
    const id = text(form, 'item');
    if (id === '') {
      const upTo = numberOf(text(form, 'until'));
      if (!isForAll(form) || upTo === null) return problem(wordsOfNothingNamed);
      const count = await trash.empty(upTo);
      const { items: later } = trash.items.totals();
      return done([`${count} deleted for good.`, ...(later === 0 ? [] : [wordsOfLater(later)])].join(' '));
    }
    return (await trash.remove(numberOf(id) ?? 0)) ? done('Deleted for good.') : problem('This is no longer in the trash.');
  });
  admin.areaForm('library', 'left/import', async ({ form }) => {
    const videoId = archive.removed.videoLeftAt(text(form, 'file'));
    if (videoId === null) return problem('This file no longer belongs to a deleted video.');
    const item = trash.items.ofVideo(videoId);
    // Its marks come back only with the item; imported from the file alone it would start over.
    if (item !== null && item.files.length > 0) return problem(`${item.title} is in the trash. Restore it there to keep its marks and positions.`);
    if (item !== null) {
      const outcome = await trash.restore(item.id);
      if (outcome.kind !== 'restored') return problem(wordsOfRestored(outcome));
    } else archive.removed.takeBackVideo(videoId);
    if (!sources.tasks.isWaiting('rescan_filesystem')) sources.tasks.start('rescan_filesystem', {});
    return done('The library is being scanned. The video is back after that.');
  });
  admin.areaForm('library', 'settings', ({ form }) => {
    const trashDays = numberOf(text(form, 'trash-days'));
    const written = text(form, 'forget-days').trim();
    const forgetDays = written === '' ? null : numberOf(written);
    const isForgetWrong = written !== '' && (forgetDays === null || forgetDays < 1 || forgetDays > mostDays);
    const problems = problemsIn({
      'trash-days': trashDays === null || trashDays > mostDays ? `Enter a whole number from 0 to ${mostDays}.` : null,
      'forget-days': isForgetWrong ? `Enter a whole number from 1 to ${mostDays}, or leave it empty.` : null,
    });
    if (trashDays === null || hasProblem(problems)) return { kind: 'wrong-fields', problems };
    keeperSettings.change({ trashDays, forgetMissingAfterDays: forgetDays });
    return done('Saved.');
  });

  function forgetOne(video: string): AreaOutcome {
    return missing.forget(video) ? done('1 video was forgotten.') : problem('Nothing was forgotten: it is no longer missing.');
  }

  /** What the page showed, except what went missing since then or whose folder is away. */
  async function forgetShown(until: number): Promise<AreaOutcome> {
    const shown = missing.undecided(until);
    const { gone, away } = await stillMissing(sources.library, sources.catalogue, shown);
    const count = missing.forgetUndecided(gone.map(({ id }) => id));
    const { all, kept } = missing.count();
    const later = all - kept - (shown.length - count);
    const words = [
      count === 0 ? 'Nothing was forgotten.' : count === 1 ? '1 video was forgotten.' : `${count} videos were forgotten.`,
      ...(away.length === 0 ? [] : [`${stay(away.length)}, because the whole folder is missing or empty. You can still forget them one by one.`]),
      ...(later <= 0 ? [] : [wordsOfLater(later)]),
    ].join(' ');
    return count === 0 ? problem(words) : done(words);
  }

  /** Videos that were decided about no longer justify an alert. */
  function lookAtAlerts(): Promise<void> {
    return updateMissingAlerts({ places: sources.library, catalogue: sources.catalogue, alerts: sources.alerts }, null);
  }
}

const wordsOfNothingNamed = 'Nothing was changed: nothing was selected. Reload the page.';

function wordsOfLater(count: number): string {
  return `${stay(count)}, because ${count === 1 ? 'it' : 'they'} came after the page was opened.`;
}

function stay(count: number): string {
  return count === 1 ? '1 stays' : `${count} stay`;
}

/** A missing field must not mean everything. */
function isForAll(form: Parameters<typeof text>[0]): boolean {
  return text(form, 'all') === 'yes';
}

function done(words: string): AreaOutcome {
  return { kind: 'done', words };
}

function problem(words: string): AreaOutcome {
  return { kind: 'problem', words };
}

function numberOf(written: string): number | null {
  return /^\d{1,12}$/.test(written.trim()) ? Number(written) : null;
}

// The library's area of /admin/: decisions about missing videos, the trash, and how long both are kept.
import type { Archive } from '../archive/archive.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Catalogue } from '../catalogue/records.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { updateMissingAlerts } from '../library/missing-alerts.ts';
import { firstOf, wordsOfRestored, type Trash } from '../trash/trash.ts';
import type { Html } from './html.ts';
import { libraryPage } from './library-page.ts';
import { libraryReportCard, readLibraryReport } from './library-report-card.ts';
import type { Viewer } from './page-parts.ts';
import { text, type AdminFrame, type AreaOutcome } from './visits.ts';

export interface LibraryAreaSources {
  archive: Archive;
  catalogue: Catalogue;
  trash: Trash;
  alerts: Alerts;
  library: LibraryPlaces;
  /** Cards that other parts of the server add. */
  cards?: (viewer: Viewer) => Html[];
}

/** More are counted, and decided about together. */
const mostShown = 100;
const mostDays = 3650;

export function addLibraryArea(admin: AdminFrame, sources: LibraryAreaSources): void {
  const { archive, trash } = sources;
  const { missing, keeperSettings } = archive;

  admin.areaPage('library', ({ viewer, request }, notice) =>
    libraryPage({
      viewer,
      notice,
      settings: keeperSettings.get(),
      missing: { count: missing.count(), first: missing.page(mostShown, 0) },
      trash: { totals: trash.items.totals(), first: trash.items.page(mostShown, 0), gaveWay: keeperSettings.trashGaveWay(), strays: trash.strays() },
      more: [libraryReportCard(readLibraryReport(archive, request.url)), ...(sources.cards?.(viewer) ?? [])],
    }),
  );

  admin.areaForm('library', 'missing/keep', async ({ form }) => {
    missing.keep(text(form, 'video') || null);
    await lookAtAlerts();
    return done('Kept. It is not forgotten automatically.');
  });
  admin.areaForm('library', 'missing/forget', async ({ form }) => {
    const count = missing.forget(text(form, 'video') || null);
    await lookAtAlerts();
    return count === 0
      ? problem('Nothing was forgotten: it is no longer missing.')
      : done(count === 1 ? '1 video is forgotten.' : `${count} videos are forgotten.`);
  });
  admin.areaForm('library', 'trash/restore', async ({ form }) => {
    const id = text(form, 'item');
    if (id !== '') {
      const outcome = await trash.restore(numberOf(id) ?? 0);
      const isWhole = outcome.kind === 'restored' && outcome.problems.length === 0;
      return { kind: isWhole ? 'done' : 'problem', words: wordsOfRestored(outcome) };
    }
    const { restored, problems } = await trash.restoreAll();
    const words = [`${restored === 1 ? '1 item is' : `${restored} items are`} back.`, ...firstOf(problems)];
    return { kind: problems.length === 0 ? 'done' : 'problem', words: words.join(' ') };
  });
  admin.areaForm('library', 'trash/delete', async ({ form }) => {
    const id = text(form, 'item');
    if (id === '') return done(`${await trash.empty()} deleted for good.`);
    return (await trash.remove(numberOf(id) ?? 0)) ? done('Deleted for good.') : problem('This is no longer in the trash.');
  });
  admin.areaForm('library', 'settings', ({ form }) => {
    const trashDays = numberOf(text(form, 'trash-days'));
    const written = text(form, 'forget-days').trim();
    const forgetDays = written === '' ? null : numberOf(written);
    if (trashDays === null || trashDays > mostDays) return problem(`Days in the trash: a whole number from 0 to ${mostDays}.`);
    if (forgetDays !== null && (forgetDays < 1 || forgetDays > mostDays)) return problem(wordsOfForgetDays);
    if (written !== '' && forgetDays === null) return problem(wordsOfForgetDays);
    keeperSettings.change({ trashDays, forgetMissingAfterDays: forgetDays });
    return done('Saved.');
  });

  /** What was decided about is no reason for an alert any more. */
  function lookAtAlerts(): Promise<void> {
    return updateMissingAlerts({ root: sources.library, catalogue: sources.catalogue, alerts: sources.alerts }, null);
  }
}

const wordsOfForgetDays = `Days until a missing video is forgotten: empty, or a whole number from 1 to ${mostDays}.`;

function done(words: string): AreaOutcome {
  return { kind: 'done', words };
}

function problem(words: string): AreaOutcome {
  return { kind: 'problem', words };
}

function numberOf(written: string): number | null {
  return /^\d{1,9}$/.test(written.trim()) ? Number(written) : null;
}

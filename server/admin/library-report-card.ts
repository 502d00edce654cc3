// The card "Last scan of the library" on /admin/library/: its time, its changes, and every file that could not be imported properly, with
// the reason.
import type { ImportProblem } from '../catalogue/records.ts';
import type { Archive } from '../archive/archive.ts';
import type { LastImport } from '../archive/import-reports.ts';
import { formatCount, escapeName, changesText, problemCountText } from '../library/report-text.ts';
import { html, type Html } from './html.ts';
import { time } from './page-parts.ts';

export interface LibraryReport {
  /** Null if the library has not been scanned yet. */
  last: LastImport | null;
  problems: ImportProblem[];
  /** Starts at 1. */
  page: number;
}

const problemsOnPage = 50;

/** @param url the address of the page; `?problems=2` requests the second page of problems */
export function readLibraryReport(archive: Pick<Archive, 'importReports'>, url: string): LibraryReport {
  const last = archive.importReports.last();
  const asked = Number(new URLSearchParams(url.split('?')[1]).get('problems') ?? 1);
  const page = Math.min(Math.max(Math.floor(asked) || 1, 1), pagesOf(last?.problemCount ?? 0));
  return { last, page, problems: archive.importReports.problems({ limit: problemsOnPage, offset: (page - 1) * problemsOnPage }) };
}

export function libraryReportCard({ last, problems, page }: LibraryReport): Html {
  if (last === null) return card(html`<p class="meta">The library has not been scanned yet.</p>`);
  const finishedAt = Math.floor(Date.parse(last.finishedAt) / 1000);
  return card(
    html`<p>${time(finishedAt)}: ${formatCount(last.found)} media files, ${changesText(last) ?? 'nothing new'}.</p>
      <p class="meta">A scan that changes nothing is not recorded here.</p>
      ${last.brokenOff !== undefined && html`<p class="meta">Scans before it failed: ${last.brokenOff}.</p>`}
      ${last.problemCount === 0 ? html`<p>Every file could be read.</p>` : problemList(last.problemCount, problems, page)}`,
  );
}

function card(body: Html): Html {
  return html`<section class="card" id="last-scan">
    <h2>Last scan of the library</h2>
    ${body}
  </section>`;
}

function problemList(count: number, problems: ImportProblem[], page: number): Html {
  const row = ({ file, reason }: ImportProblem): Html =>
    html`<li class="row">
      <div class="words">
        <h3 class="path"><bdi class="file">${escapeName(file)}</bdi></h3>
        <p class="meta">${reason}</p>
      </div>
    </li>`;
  const shown = `${formatCount((page - 1) * problemsOnPage + 1)} to ${formatCount((page - 1) * problemsOnPage + problems.length)} of ${formatCount(count)}`;
  const to = (target: number, name: string): Html | false =>
    target >= 1 && target <= pagesOf(count) && html`<a class="button ghost" href="/admin/library/?problems=${target}#last-scan">${name}</a>`;
  return html`<p>${problemCountText(count)}. Each is tried again when it changes.</p>
    <ul>
      ${problems.map(row)}
    </ul>
    ${pagesOf(count) > 1 && html`<div class="buttons">${to(page - 1, 'Previous')}${to(page + 1, 'Next')}<span class="meta">${shown}</span></div>`}`;
}

function pagesOf(count: number): number {
  return Math.max(Math.ceil(count / problemsOnPage), 1);
}

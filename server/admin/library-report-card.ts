// The card "Last scan of the library" on /admin/library/: its time, its changes, and every file that could not be imported properly, with
// the reason.
import type { ImportProblem } from '../catalogue/records.ts';
import type { Archive } from '../archive/archive.ts';
import type { LastImport } from '../archive/import-reports.ts';
import { escapeName, changesText, problemCountText } from '../library/report-text.ts';
import { retell } from '../texts/retell.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { inEnglish, time } from './page-parts.ts';

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
  const requested = Number(new URLSearchParams(url.split('?')[1]).get('problems') ?? 1);
  const page = Math.min(Math.max(Math.floor(requested) || 1, 1), pagesOf(last?.problemCount ?? 0));
  return { last, page, problems: archive.importReports.problems({ limit: problemsOnPage, offset: (page - 1) * problemsOnPage }) };
}

export function libraryReportCard({ last, problems, page }: LibraryReport, wording: Wording): Html {
  const { texts, formatCount } = wording;
  const { report } = texts.library;
  if (last === null) return card(html`<p class="meta">${report.notYet}</p>`, wording);
  const finishedAt = Math.floor(Date.parse(last.finishedAt) / 1000);
  return card(
    html`<p>${report.at(time(finishedAt, wording), last.found, formatCount(last.found), changesText(last, wording) ?? report.nothingNew)}</p>
      <p class="meta">${report.unchanged}</p>
      ${last.brokenOff !== undefined && html`<p class="meta">${report.brokenOff(String(last.brokenOff))}</p>`}
      ${last.problemCount === 0 ? html`<p>${report.allRead}</p>` : problemList(last.problemCount, problems, page, wording)}`,
    wording,
  );
}

function card(body: Html, { texts }: Wording): Html {
  return html`<section class="card" id="last-scan">
    <h2>${texts.library.report.title}</h2>
    ${body}
  </section>`;
}

function problemList(count: number, problems: ImportProblem[], page: number, wording: Wording): Html {
  const { texts, formatCount } = wording;
  const { report } = texts.library;
  const row = ({ file, reason }: ImportProblem): Html => {
    const translated = retell(reason, wording);
    return html`<li class="row">
      <div class="words">
        <h3 class="path"><bdi class="file">${escapeName(file)}</bdi></h3>
        <p class="meta" ${translated === reason && inEnglish(wording)}>${translated}</p>
      </div>
    </li>`;
  };
  const before = (page - 1) * problemsOnPage;
  const rangeText = report.range(formatCount(before + 1), formatCount(before + problems.length), formatCount(count));
  const pageLink = (target: number, name: string): Html | false =>
    target >= 1 && target <= pagesOf(count) && html`<a class="button ghost" href="/admin/library/?problems=${target}#last-scan">${name}</a>`;
  return html`<p>${problemCountText(count, wording)}. ${report.triedAgain}</p>
    <ul>
      ${problems.map(row)}
    </ul>
    ${pagesOf(count) > 1 && html`<div class="buttons">${pageLink(page - 1, report.previous)}${pageLink(page + 1, report.next)}<span class="meta">${rangeText}</span></div>`}`;
}

function pagesOf(count: number): number {
  return Math.max(Math.ceil(count / problemsOnPage), 1);
}

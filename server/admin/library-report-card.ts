// The card "Last scan of the library" on /admin/library/: its time, its changes, and every file that could not be imported properly, with
// the reason.
import type { ImportProblem } from '../catalogue/records.ts';
import type { Archive } from '../archive/archive.ts';
import type { LastImport } from '../archive/import-reports.ts';
import { escapeName, changesText, problemCountText } from '../library/report-text.ts';
import { translateStoredText } from '../texts/translate-stored-text.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { inEnglish, time } from './page-parts.ts';

export interface LibraryReport {
  /** Null if the library has not been scanned yet. */
  lastImport: LastImport | null;
  problems: ImportProblem[];
  /** The page's number, from 1. */
  page: number;
}

const problemsOnPage = 50;

/** @param url the address of the page; `?problems=2` requests the second page of problems */
export function readLibraryReport(archive: Pick<Archive, 'importReports'>, url: string): LibraryReport {
  const lastImport = archive.importReports.last();
  const requestedPage = Number(new URLSearchParams(url.split('?')[1]).get('problems') ?? 1);
  const page = Math.min(Math.max(Math.floor(requestedPage) || 1, 1), pagesOf(lastImport?.problemCount ?? 0));
  return { lastImport, page, problems: archive.importReports.problems({ limit: problemsOnPage, offset: (page - 1) * problemsOnPage }) };
}

export function libraryReportCard({ lastImport, problems, page }: LibraryReport, wording: Wording): Html {
  const { texts, formatCount } = wording;
  const { report } = texts.library;
  if (lastImport === null) return card(html`<p class="meta">${report.notYet}</p>`, wording);
  const finishedAt = Math.floor(Date.parse(lastImport.finishedAt) / 1000);
  return card(
    html`<p>${report.at(time(finishedAt, wording), lastImport.found, formatCount(lastImport.found), changesText(lastImport, wording) ?? report.nothingNew)}</p>
      <p class="meta">${report.unchanged}</p>
      ${lastImport.brokenOff !== undefined && html`<p class="meta">${report.brokenOff(translateStoredText(String(lastImport.brokenOff), wording))}</p>`}
      ${lastImport.problemCount === 0 ? html`<p>${report.allRead}</p>` : problemList(lastImport.problemCount, problems, page, wording)}`,
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
    const translatedReason = translateStoredText(reason, wording);
    return html`<li class="row">
      <div class="words">
        <h3 class="path"><bdi class="file">${escapeName(file)}</bdi></h3>
        <p class="meta" ${translatedReason === reason && inEnglish(wording)}>${translatedReason}</p>
      </div>
    </li>`;
  };
  const precedingCount = (page - 1) * problemsOnPage;
  const rangeText = report.range(formatCount(precedingCount + 1), formatCount(precedingCount + problems.length), formatCount(count));
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

// /admin/library/: missing videos, the trash, and how long both are kept. A pure function of its arguments.
import type { LibrarySettings, TrashEmptiedEarly } from '../archive/library-settings.ts';
import type { LeftFile } from '../archive/removed.ts';
import type { MissingVideo } from '../archive/missing-videos.ts';
import type { Stray } from '../trash/strays.ts';
import type { TrashItem } from '../trash/trash-items.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { field, form, frame, inEnglish, noticeBlock, question, time, type Notice, type Viewer } from './page-parts.ts';
import type { ReturnedForm } from './returned-form.ts';

export interface LibraryPage {
  viewer: Viewer;
  notice: Notice | null;
  returned: ReturnedForm | null;
  settings: LibrarySettings;
  missing: {
    count: { all: number; kept: number; latest: number };
    firstItems: MissingVideo[];
    /** Sent back with the forms for all videos, which are refused if the clock was set back meanwhile (library-routes.ts). */
    clockOffset: number;
  };
  trash: {
    totals: { items: number; bytes: number; lastId: number };
    firstItems: TrashItem[];
    emptiedEarly: TrashEmptiedEarly | null;
    strays: Stray[];
  };
  /** Existing files of deleted videos. */
  leftFiles: { count: number; firstItems: LeftFile[] };
  /** Cards added by other parts of the server. */
  moreCards: Html[];
}

const path = '/admin/library';
const daySeconds = 86_400;
const allField = html`<input type="hidden" name="all" value="yes" />`;
/** Limits the form to the items that the page counted, because items may be added before the form is sent. */
const allUntilField = (until: number): Html => html`${allField}<input type="hidden" name="until" value="${until}" />`;

export function libraryPage({ viewer, notice, returned, settings, missing, trash, leftFiles, moreCards }: LibraryPage): string {
  const { wording } = viewer;
  return frame({
    wording,
    title: wording.texts.library.title,
    theme: viewer.theme,
    viewer,
    area: 'library',
    body: html`${noticeBlock(notice)}${missingCard(viewer, missing)}${trashCard(viewer, trash, settings)}${leftFiles.count > 0 && leftCard(viewer, leftFiles)}${keepingCard(viewer, settings, returned)}${moreCards}`,
  });
}

function missingCard(viewer: Viewer, { count, firstItems, clockOffset }: LibraryPage['missing']): Html {
  const { wording } = viewer;
  const { texts, formatCount } = wording;
  const { missing } = texts.library;
  const row = ({ videoId, title, channelName, mediaFile, since, isKept }: MissingVideo): Html => {
    const id = html`<input type="hidden" name="video" value="${videoId}" />`;
    return html`<li class="row">
      <div class="words">
        <h3>${title} ${isKept && html`<span class="tag">${missing.kept}</span>`}</h3>
        <p class="meta">${channelName !== '' && html`${channelName} · `}${missing.since(time(since, wording))}</p>
        <p class="meta file">${mediaFile.startsWith('.moved/') ? missing.nameTaken : mediaFile}</p>
      </div>
      <div class="buttons">
        ${!isKept && form(viewer, `${path}/missing/keep/`, html`${id}<button class="button ghost" aria-label="${missing.keepOf(title)}">${missing.keep}</button>`)}
        ${question({ label: missing.forget, ariaLabel: missing.forgetOf(title), explanation: missing.forgetHelp, answer: form(viewer, `${path}/missing/forget/`, html`${id}<button class="button danger-fill">${missing.forgetForGood}</button>`) })}
      </div>
    </li>`;
  };
  const undecidedCount = count.all - count.kept;
  const allMissingFields = html`<input type="hidden" name="clock" value="${clockOffset}" />${allUntilField(count.latest)}`;
  return html`<section class="card" id="missing">
    <h2>${missing.title}</h2>
    <p class="meta">${count.all === 0 ? missing.none : missing.some(count.all, formatCount(count.all))}</p>
    ${
      firstItems.length > 0 &&
      html`<ul>
        ${firstItems.map(row)}
      </ul>`
    }
    ${count.all > firstItems.length && html`<p class="meta">${texts.page.shownOf(formatCount(firstItems.length), formatCount(count.all))}</p>`}
    ${
      undecidedCount > 1 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/missing/keep/`, html`${allMissingFields}<button class="button ghost">${missing.keepAll}</button>`)}
        ${question({ label: missing.forgetAll(formatCount(undecidedCount)), explanation: `${missing.forgetHelp} ${missing.forgetAllHelp}`, answer: form(viewer, `${path}/missing/forget/`, html`${allMissingFields}<button class="button danger-fill">${missing.forgetForGood}</button>`) })}
      </div>`
    }
  </section>`;
}

function trashCard(viewer: Viewer, { totals, firstItems, emptiedEarly, strays }: LibraryPage['trash'], { trashDays }: LibrarySettings): Html {
  const { wording } = viewer;
  const { texts, formatCount, formatSize } = wording;
  const { kinds, trash } = texts.library;
  const row = (item: TrashItem): Html => {
    const id = html`<input type="hidden" name="item" value="${item.id}" />`;
    const daysLeft = Math.max(0, Math.ceil(trashDays - item.keptSeconds / daySeconds));
    return html`<li class="row">
      <div class="words">
        <h3>
          ${item.title} ${item.kind !== 'video' && html`<span class="tag">${kinds[item.kind]}</span>`}
          ${item.isAutomatic && html`<span class="tag">${trash.automatic}</span>`}
        </h3>
        <p class="meta">
          ${trash.deleted(time(item.deletedAt, wording))}${item.sizeBytes > 0 && html` · ${formatSize(item.sizeBytes)}`} · ${trash.daysLeft(daysLeft)}
        </p>
      </div>
      <div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`${id}<button class="button ghost" aria-label="${trash.restoreOf(item.title)}">${trash.restore}</button>`)}
        ${question({ label: texts.page.delete, ariaLabel: trash.deleteOf(item.title), explanation: trash.deleteHelp, answer: form(viewer, `${path}/trash/delete/`, html`${id}<button class="button danger-fill">${texts.page.deleteForGood}</button>`) })}
      </div>
    </li>`;
  };
  return html`<section class="card" id="trash">
    <h2>${trash.title}</h2>
    ${emptiedEarly !== null && emptiedEarlyNotice(emptiedEarly, wording)} ${strays.length > 0 && straysNotice(strays, wording)}
    <p class="meta">
      ${totals.items === 0 ? (trashDays === 0 ? trash.off : trash.empty) : trash.holds(totals.items, formatCount(totals.items), formatSize(totals.bytes))}
    </p>
    ${
      firstItems.length > 0 &&
      html`<ul>
        ${firstItems.map(row)}
      </ul>`
    }
    ${totals.items > firstItems.length && html`<p class="meta">${trash.latestOf(formatCount(firstItems.length), formatCount(totals.items))}</p>`}
    ${
      totals.items > 0 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`${allField}<button class="button ghost">${trash.restoreAll}</button>`)}
        ${question({ label: trash.emptyTrash, explanation: trash.emptyHelp(totals.items, formatCount(totals.items)), answer: form(viewer, `${path}/trash/delete/`, html`${allUntilField(totals.lastId)}<button class="button danger-fill">${texts.page.deleteForGood}</button>`) })}
      </div>`
    }
  </section>`;
}

function emptiedEarlyNotice({ message, removedTotals, atMs }: TrashEmptiedEarly, wording: Wording): Html {
  const { trash } = wording.texts.library;
  // Earlier versions stored only the message.
  const noticeText =
    removedTotals === null
      ? html`<span ${inEnglish(wording)}>${message}</span>`
      : trash.emptiedEarly(removedTotals.items, wording.formatCount(removedTotals.items), wording.formatSize(removedTotals.bytes));
  return html`<p class="notice" role="note">${noticeText} ${trash.emptiedOn(time(atMs / 1000, wording))}</p>`;
}

function leftCard(viewer: Viewer, { count, firstItems }: LibraryPage['leftFiles']): Html {
  const { texts, formatCount } = viewer.wording;
  const { left } = texts.library;
  const row = ({ file, title }: LeftFile): Html =>
    html`<li class="row">
      <div class="words">
        <h3>${title}</h3>
        <p class="meta file">${file}</p>
      </div>
      <div class="buttons">
        ${form(viewer, `${path}/left/import/`, html`<input type="hidden" name="file" value="${file}" /><button class="button ghost" aria-label="${left.againOf(title)}">${left.again}</button>`)}
      </div>
    </li>`;
  return html`<section class="card">
    <h2>${left.title}</h2>
    <p class="meta">${left.help}</p>
    <ul>
      ${firstItems.map(row)}
    </ul>
    ${count > firstItems.length && html`<p class="meta">${texts.page.shownOf(formatCount(firstItems.length), formatCount(count))}</p>`}
  </section>`;
}

/** Folders beyond this number are counted but not listed. */
const maxStrays = 5;

function straysNotice(strays: Stray[], { texts, formatCount }: Wording): Html {
  const { trash } = texts.library;
  const row = ({ folder, files }: Stray): Html => html`<li class="meta file">${folder} (${trash.files(files, formatCount(files))})</li>`;
  const moreCount = strays.length - maxStrays;
  return html`<div class="notice" role="note">
    <p>${trash.strays}</p>
    <ul>
      ${strays.slice(0, maxStrays).map(row)}
    </ul>
    ${moreCount > 0 && html`<p>${trash.moreFolders(moreCount, formatCount(moreCount))}</p>`}
  </div>`;
}

function keepingCard(viewer: Viewer, { trashDays, forgetMissingAfterDays }: LibrarySettings, returned: ReturnedForm | null): Html {
  const { library, page } = viewer.wording.texts;
  const { keeping } = library;
  return html`<section class="card">
    <h2>${keeping.title}</h2>
    ${form(
      viewer,
      `${path}/settings/`,
      html`${field(
          {
            label: keeping.trashDays,
            name: 'trash-days',
            type: 'number',
            value: String(trashDays),
            autocomplete: 'off',
            help: keeping.trashDaysHelp,
          },
          returned,
        )}
        ${field(
          {
            label: keeping.forgetDays,
            name: 'forget-days',
            type: 'number',
            value: forgetMissingAfterDays === null ? '' : String(forgetMissingAfterDays),
            autocomplete: 'off',
            isRequired: false,
            help: keeping.forgetDaysHelp,
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">${page.save}</button></div>`,
      'fields',
    )}
  </section>`;
}

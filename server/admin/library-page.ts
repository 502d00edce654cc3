// /admin/library/: missing videos, the trash, and how long both are kept. A pure function of its arguments.
import type { LibrarySettings } from '../archive/library-settings.ts';
import type { LeftFile } from '../archive/removed.ts';
import type { MissingVideo } from '../archive/missing-videos.ts';
import { formatSize } from '../disk/format-size.ts';
import { formatCount } from '../library/report-text.ts';
import type { Stray } from '../trash/strays.ts';
import type { TrashItem } from '../trash/trash-items.ts';
import { html, type Html } from './html.ts';
import { field, form, frame, noticeBlock, question, time, type Notice, type Viewer } from './page-parts.ts';
import type { ReturnedForm } from './returned-form.ts';

export interface LibraryPage {
  viewer: Viewer;
  notice: Notice | null;
  returned: ReturnedForm | null;
  settings: LibrarySettings;
  missing: { count: { all: number; kept: number; latest: number }; first: MissingVideo[] };
  trash: {
    totals: { items: number; bytes: number; lastId: number };
    first: TrashItem[];
    emptiedEarly: { message: string; atMs: number } | null;
    strays: Stray[];
  };
  /** Existing files of deleted videos. */
  left: { count: number; first: LeftFile[] };
  /** Cards added by other parts of the server. */
  more: Html[];
}

const path = '/admin/library';
const kindNames = { video: 'Video', channel: 'Channel', playlist: 'Playlist' };
const daySeconds = 86_400;
const allField = html`<input type="hidden" name="all" value="yes" />`;
/** Limits the form to the items that the page counted, because more may arrive before the form does. */
const allUntilField = (last: number): Html => html`${allField}<input type="hidden" name="until" value="${last}" />`;
const forgetWarning = 'Watched marks, positions and playlist entries are lost for good.';

export function libraryPage({ viewer, notice, returned, settings, missing, trash, left, more }: LibraryPage): string {
  return frame({
    title: 'Library',
    theme: viewer.theme,
    signedIn: viewer,
    area: 'library',
    body: html`${noticeBlock(notice)}${missingCard(viewer, missing)}${trashCard(viewer, trash, settings)}${left.count > 0 && leftCard(viewer, left)}${keepingCard(viewer, settings, returned)}${more}`,
  });
}

function missingCard(viewer: Viewer, { count, first }: LibraryPage['missing']): Html {
  const row = ({ videoId, title, channelName, mediaFile, since, isKept }: MissingVideo): Html => {
    const id = html`<input type="hidden" name="video" value="${videoId}" />`;
    return html`<li class="row">
      <div class="words">
        <h3>${title} ${isKept && html`<span class="tag">Kept</span>`}</h3>
        <p class="meta">${channelName !== '' && html`${channelName} · `}missing since ${time(since)}</p>
        <p class="meta file">${mediaFile.startsWith('.moved/') ? 'Another video took its file name.' : mediaFile}</p>
      </div>
      <div class="buttons">
        ${!isKept && form(viewer, `${path}/missing/keep/`, html`${id}<button class="button ghost" aria-label="Keep ${title}">Keep</button>`)}
        ${question({ label: 'Forget', ariaLabel: `Forget ${title}`, explanation: forgetWarning, answer: form(viewer, `${path}/missing/forget/`, html`${id}<button class="button danger-fill">Forget for good</button>`) })}
      </div>
    </li>`;
  };
  const undecided = count.all - count.kept;
  return html`<section class="card" id="missing">
    <h2>Missing videos</h2>
    <p class="meta">
      ${
        count.all === 0
          ? 'Every video has its file.'
          : `The files of ${count.all === 1 ? '1 video' : `${formatCount(count.all)} videos`} were not found. Marks, positions and playlist entries stay, and a video comes back when its file does. Videos you keep are never forgotten automatically.`
      }
    </p>
    ${
      first.length > 0 &&
      html`<ul>
        ${first.map(row)}
      </ul>`
    }
    ${count.all > first.length && html`<p class="meta">The first ${first.length} of ${formatCount(count.all)} are shown.</p>`}
    ${
      undecided > 1 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/missing/keep/`, html`${allField}<button class="button ghost">Keep all</button>`)}
        ${question({ label: `Forget all ${formatCount(undecided)}`, explanation: `${forgetWarning} Videos you chose to keep stay, and so do those in a folder that is empty or missing.`, answer: form(viewer, `${path}/missing/forget/`, html`${allUntilField(count.latest)}<button class="button danger-fill">Forget for good</button>`) })}
      </div>`
    }
  </section>`;
}

function trashCard(viewer: Viewer, { totals, first, emptiedEarly, strays }: LibraryPage['trash'], { trashDays }: LibrarySettings): Html {
  const row = (item: TrashItem): Html => {
    const id = html`<input type="hidden" name="item" value="${item.id}" />`;
    const daysLeft = Math.max(0, Math.ceil(trashDays - item.keptSeconds / daySeconds));
    return html`<li class="row">
      <div class="words">
        <h3>
          ${item.title} ${item.kind !== 'video' && html`<span class="tag">${kindNames[item.kind]}</span>`}
          ${item.isAutomatic && html`<span class="tag">Deleted automatically</span>`}
        </h3>
        <p class="meta">
          Deleted ${time(item.deletedAt)}${item.sizeBytes > 0 && html` · ${formatSize(item.sizeBytes)}`} ·
          ${daysLeft === 0 ? 'deleted for good within the hour' : daysLeft === 1 ? 'deleted for good in 1 day' : `deleted for good in ${daysLeft} days`}
        </p>
      </div>
      <div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`${id}<button class="button ghost" aria-label="Restore ${item.title}">Restore</button>`)}
        ${question({ label: 'Delete', ariaLabel: `Delete ${item.title} for good`, explanation: 'It cannot be restored after this.', answer: form(viewer, `${path}/trash/delete/`, html`${id}<button class="button danger-fill">Delete for good</button>`) })}
      </div>
    </li>`;
  };
  return html`<section class="card" id="trash">
    <h2>Trash</h2>
    ${emptiedEarly !== null && html`<p class="notice" role="note">${emptiedEarly.message} This was on ${time(emptiedEarly.atMs / 1000)}.</p>`}
    ${strays.length > 0 && straysNotice(strays)}
    <p class="meta">
      ${
        totals.items === 0
          ? trashDays === 0
            ? 'The trash is off: deleted items are gone for good.'
            : 'The trash is empty.'
          : `${totals.items === 1 ? '1 item' : `${formatCount(totals.items)} items`}, ${formatSize(totals.bytes)}. Restored items get back their marks, positions and playlist entries.`
      }
    </p>
    ${
      first.length > 0 &&
      html`<ul>
        ${first.map(row)}
      </ul>`
    }
    ${totals.items > first.length && html`<p class="meta">The latest ${first.length} of ${formatCount(totals.items)} are shown.</p>`}
    ${
      totals.items > 0 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`${allField}<button class="button ghost">Restore all</button>`)}
        ${question({ label: 'Empty the trash', explanation: `${totals.items === 1 ? '1 item is' : `${formatCount(totals.items)} items are`} deleted for good.`, answer: form(viewer, `${path}/trash/delete/`, html`${allUntilField(totals.lastId)}<button class="button danger-fill">Delete for good</button>`) })}
      </div>`
    }
  </section>`;
}

function leftCard(viewer: Viewer, { count, first }: LibraryPage['left']): Html {
  const row = ({ file, title }: LeftFile): Html =>
    html`<li class="row">
      <div class="words">
        <h3>${title}</h3>
        <p class="meta file">${file}</p>
      </div>
      <div class="buttons">
        ${form(viewer, `${path}/left/import/`, html`<input type="hidden" name="file" value="${file}" /><button class="button ghost" aria-label="Import ${title} again">Import again</button>`)}
      </div>
    </li>`;
  return html`<section class="card">
    <h2>Files of deleted videos</h2>
    <p class="meta">
      These files were missing when their video was deleted, or are copies of it. They are left alone: import them again, or delete the files yourself.
    </p>
    <ul>
      ${first.map(row)}
    </ul>
    ${count > first.length && html`<p class="meta">The first ${first.length} of ${formatCount(count)} are shown.</p>`}
  </section>`;
}

/** Folders beyond this number are counted but not listed. */
const maxStrays = 5;

function straysNotice(strays: Stray[]): Html {
  const row = ({ folder, files }: Stray): Html => html`<li class="meta file">${folder} (${files === 1 ? '1 file' : `${formatCount(files)} files`})</li>`;
  return html`<div class="notice" role="note">
    <p>
      The trash holds files that Stowaway has no record of, for example after a power cut or after an older backup was restored. They are never deleted. To get
      a video back, move its files into the library by hand. If another Stowaway uses this library too, they may belong to it: leave them.
    </p>
    <ul>
      ${strays.slice(0, maxStrays).map(row)}
    </ul>
    ${strays.length > maxStrays && html`<p>… and ${strays.length - maxStrays} more folders.</p>`}
  </div>`;
}

function keepingCard(viewer: Viewer, { trashDays, forgetMissingAfterDays }: LibrarySettings, returned: ReturnedForm | null): Html {
  return html`<section class="card">
    <h2>How long things are kept</h2>
    ${form(
      viewer,
      `${path}/settings/`,
      html`${field(
          {
            label: 'Days in the trash',
            name: 'trash-days',
            type: 'number',
            value: String(trashDays),
            autocomplete: 'off',
            help: 'Deleted items can be restored for this long. 0 deletes them for good at once.',
          },
          returned,
        )}
        ${field(
          {
            label: 'Days until a missing video is forgotten',
            name: 'forget-days',
            type: 'number',
            value: forgetMissingAfterDays === null ? '' : String(forgetMissingAfterDays),
            autocomplete: 'off',
            isRequired: false,
            help: 'Leave it empty to keep them all. Videos in a folder that is missing as a whole are not forgotten automatically.',
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

// /admin/library/: what is missing, what lies in the trash, and how long both are kept. Pure: everything comes in as arguments.
import type { KeeperSettings } from '../archive/keeper-settings.ts';
import type { MissingVideo } from '../archive/missing-videos.ts';
import { grouped } from '../library/report-words.ts';
import type { TrashItem } from '../trash/trash-items.ts';
import { html, type Html } from './html.ts';
import { field, form, frame, noticeBlock, size, time, type Notice, type Viewer } from './page-parts.ts';

export interface LibraryPage {
  viewer: Viewer;
  notice: Notice | null;
  settings: KeeperSettings;
  missing: { count: { all: number; kept: number }; first: MissingVideo[] };
  trash: { totals: { items: number; bytes: number }; first: TrashItem[]; gaveWay: { words: string; atMs: number } | null };
  /** Cards that other parts of the server add. */
  more: Html[];
}

const path = '/admin/library';
const kindNames = { video: 'Video', channel: 'Channel', playlist: 'Playlist' };
const daySeconds = 86_400;

export function libraryPage({ viewer, notice, settings, missing, trash, more }: LibraryPage): string {
  return frame({
    title: 'Library',
    theme: viewer.theme,
    signedIn: viewer,
    area: 'library',
    body: html`${noticeBlock(notice)}${missingCard(viewer, missing)}${trashCard(viewer, trash, settings)}${keepingCard(viewer, settings)}${more}`,
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
        ${form(viewer, `${path}/missing/forget/`, html`${id}<button class="button danger" aria-label="Forget ${title}">Forget</button>`)}
      </div>
    </li>`;
  };
  const undecided = count.all - count.kept;
  return html`<section class="card">
    <h2>Missing videos</h2>
    <p class="meta">
      ${
        count.all === 0
          ? 'Every video has its file.'
          : `The files of ${count.all === 1 ? '1 video' : `${grouped(count.all)} videos`} were not found. Their marks, positions and playlist entries are kept, and they come back by themselves when the files do.`
      }
    </p>
    <ul>
      ${first.map(row)}
    </ul>
    ${count.all > first.length && html`<p class="meta">The first ${first.length} of ${grouped(count.all)} are shown.</p>`}
    ${
      undecided > 1 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/missing/keep/`, html`<button class="button ghost">Keep all</button>`)}
        ${confirmed(`Forget all ${grouped(undecided)}`, `What people marked, how far they watched and where these are in playlists goes for good. Kept ones stay.`, form(viewer, `${path}/missing/forget/`, html`<button class="button danger-fill">Forget for good</button>`))}
      </div>`
    }
  </section>`;
}

function trashCard(viewer: Viewer, { totals, first, gaveWay }: LibraryPage['trash'], { trashDays }: KeeperSettings): Html {
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
          Deleted ${time(item.deletedAt)}${item.sizeBytes > 0 && html` · ${size(item.sizeBytes)}`} ·
          ${daysLeft === 0 ? 'goes within the hour' : daysLeft === 1 ? 'goes in 1 day' : `goes in ${daysLeft} days`}
        </p>
      </div>
      <div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`${id}<button class="button ghost" aria-label="Restore ${item.title}">Restore</button>`)}
        ${form(viewer, `${path}/trash/delete/`, html`${id}<button class="button danger" aria-label="Delete ${item.title} for good">Delete</button>`)}
      </div>
    </li>`;
  };
  return html`<section class="card">
    <h2>Trash</h2>
    ${gaveWay !== null && html`<p class="notice" role="note">${gaveWay.words} ${time(gaveWay.atMs / 1000)}</p>`}
    <p class="meta">
      ${
        totals.items === 0
          ? trashDays === 0
            ? 'The trash is switched off: what is deleted goes for good.'
            : 'The trash is empty.'
          : `${totals.items === 1 ? '1 item' : `${grouped(totals.items)} items`}, ${size(totals.bytes)}. What comes back has its marks, positions and playlist entries.`
      }
    </p>
    <ul>
      ${first.map(row)}
    </ul>
    ${totals.items > first.length && html`<p class="meta">The latest ${first.length} of ${grouped(totals.items)} are shown.</p>`}
    ${
      totals.items > 0 &&
      html`<div class="buttons">
        ${form(viewer, `${path}/trash/restore/`, html`<button class="button ghost">Restore all</button>`)}
        ${confirmed('Empty the trash', `${totals.items === 1 ? '1 item goes' : `${grouped(totals.items)} items go`} for good.`, form(viewer, `${path}/trash/delete/`, html`<button class="button danger-fill">Delete for good</button>`))}
      </div>`
    }
  </section>`;
}

function keepingCard(viewer: Viewer, { trashDays, forgetMissingAfterDays }: KeeperSettings): Html {
  return html`<section class="card">
    <h2>Keeping</h2>
    ${form(
      viewer,
      `${path}/settings/`,
      html`${field({
          label: 'Days in the trash',
          name: 'trash-days',
          type: 'number',
          value: String(trashDays),
          autocomplete: 'off',
          help: 'What is deleted can be restored for so long. 0: it goes at once, for good.',
        })}
        ${field({
          label: 'Forget missing videos after days',
          name: 'forget-days',
          type: 'number',
          value: forgetMissingAfterDays === null ? '' : String(forgetMissingAfterDays),
          autocomplete: 'off',
          isRequired: false,
          help: 'Empty: never. Videos of a folder that is away as a whole are never forgotten by themselves.',
        })}
        <div class="buttons"><button class="button primary">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

/** A second press behind an explanation, without a script. */
function confirmed(label: string, explanation: string, second: Html): Html {
  return html`<details>
    <summary class="button danger">${label}</summary>
    <div class="row">
      <p class="words">${explanation}</p>
      ${second}
    </div>
  </details>`;
}

// The page of backups, as markup. Pure: everything comes in as arguments.
import type { BackupFile } from '../backups/backup-folder.ts';
import type { BackupSettings } from '../backups/backup-settings.ts';
import type { CopyOutcome } from '../backups/second-place.ts';
import { keptBefore } from '../backups/snapshot-rotation.ts';
import { reasonWords } from '../backups/snapshot-names.ts';
import type { Snapshot } from '../backups/snapshots.ts';
import { html, type Html } from './html.ts';
import { field, form, frame, noticeBlock, time, words, type Notice, type Viewer } from './page-parts.ts';

export interface BackupsPage {
  viewer: Viewer;
  notice: Notice | null;
  backups: BackupFile[];
  snapshots: Snapshot[];
  settings: BackupSettings;
  hasDailySnapshots: boolean;
  lastCopy: CopyOutcome | null;
  /** What runs now, a line for each task. */
  running: string[];
}

export const backupsPath = '/admin/backups/';

export function backupsPage({ viewer, notice, backups, snapshots, settings, hasDailySnapshots, lastCopy, running }: BackupsPage): string {
  return frame({
    title: 'Backups',
    theme: viewer.theme,
    signedIn: viewer,
    area: 'backups',
    body: html`${noticeBlock(notice)}${running.length > 0 && runningCard(running)}${backupsCard(viewer, backups)}${snapshotsCard(viewer, snapshots)}
    ${bringInCard(viewer)}${dailyCard(viewer, settings, hasDailySnapshots)}${secondPlaceCard(viewer, settings, lastCopy)}`,
  });
}

function runningCard(running: string[]): Html {
  return html`<section class="card">
    <h2>Running now</h2>
    ${running.map((line) => html`<p>${line}</p>`)}
    <p class="meta">Open this page again to see how far it is.</p>
  </section>`;
}

function backupsCard(viewer: Viewer, backups: BackupFile[]): Html {
  const row = ({ fileName, sizeBytes, day }: BackupFile): Html =>
    item(viewer, {
      title: fileName,
      meta: html`${dayWords(day)} · ${sizeWords(sizeBytes)}`,
      kind: 'backup',
      name: fileName,
    });
  return html`<section class="card">
    <h2>Backups</h2>
    <div class="row">
      <p class="words">A backup is one file that any version from this one on reads, on any machine. It holds everything but the media.</p>
      ${form(viewer, `${backupsPath}make-backup/`, html`<button class="button primary">Back up now</button>`)}
    </div>
    <ul>
      ${backups.map(row)}
    </ul>
  </section>`;
}

function snapshotsCard(viewer: Viewer, snapshots: Snapshot[]): Html {
  const row = (snapshot: Snapshot): Html => {
    const { id, state, reason, startedAt, sizeBytes } = snapshot;
    if (state !== 'SUCCESS')
      return html`<li class="row">
        <div class="words">
          <h3>${time(startedAt)}</h3>
          <p class="meta">${reasonWords(reason)} · ${state === 'FAILED' ? 'It could not be made' : 'It is being made'}</p>
        </div>
      </li>`;
    return item(viewer, {
      title: words(startedAt),
      meta: html`${reasonWords(reason)} · ${sizeWords(sizeBytes)}`,
      kind: 'snapshot',
      name: id,
    });
  };
  return html`<section class="card">
    <h2>Snapshots</h2>
    <div class="row">
      <p class="words">A snapshot goes back to a moment. One is made before every restore and before every update; the last ${keptBefore} of these stay.</p>
      ${form(viewer, `${backupsPath}make-snapshot/`, html`<button class="button primary">Make a snapshot</button>`)}
    </div>
    <ul>
      ${snapshots.map(row)}
    </ul>
  </section>`;
}

interface Item {
  title: string;
  meta: Html;
  kind: 'backup' | 'snapshot';
  /** In addresses and forms. */
  name: string;
}

function item(viewer: Viewer, { title, meta, kind, name }: Item): Html {
  const named = html`<input type="hidden" name="name" value="${name}" />`;
  return html`<li class="row">
    <div class="words">
      <h3>${title}</h3>
      <p class="meta">${meta}</p>
    </div>
    <div class="buttons">
      <a class="button ghost" href="${backupsPath}${kind}/${name}" download aria-label="Download ${title}">Download</a>
      <details>
        <summary class="button ghost" aria-label="Restore ${title}">Restore</summary>
        <p class="words">
          Replaces videos' records, watched marks, positions, playlists, subscriptions, the queue and settings by those of this ${kind}. Accounts and passwords
          of this server stay, and nobody is signed out. What is here now is kept as a snapshot, so that it can be undone.
        </p>
        ${form(viewer, `${backupsPath}restore-${kind}/`, html`${named}<button class="button primary">Restore now</button>`)}
      </details>
      <details>
        <summary class="button danger" aria-label="Delete ${title}">Delete</summary>
        <p class="words">The file goes for good.${kind === 'backup' && ' A copy at the second place stays.'}</p>
        ${form(viewer, `${backupsPath}delete-${kind}/`, html`${named}<button class="button danger-fill">Delete for good</button>`)}
      </details>
    </div>
  </li>`;
}

function bringInCard(viewer: Viewer): Html {
  return html`<section class="card">
    <h2>Bring in a file</h2>
    <form method="post" action="${backupsPath}bring-in/" enctype="multipart/form-data" class="fields">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      <div class="field">
        <label for="field-file">A backup or a snapshot from your device</label>
        <input id="field-file" type="file" name="file" accept=".zip,.sqlite" aria-describedby="field-file-help" required />
        <span class="meta" id="field-file-help">All of it is checked first. It changes nothing until you restore it.</span>
      </div>
      <div class="buttons"><button class="button primary">Bring in</button></div>
    </form>
  </section>`;
}

function dailyCard(viewer: Viewer, { dailySnapshots }: BackupSettings, hasDailySnapshots: boolean): Html {
  return html`<section class="card">
    <h2>Daily snapshots</h2>
    ${form(
      viewer,
      `${backupsPath}daily/`,
      html`<label class="choice">
          <input type="checkbox" name="daily" value="on" ${hasDailySnapshots && html`checked`} />
          <span><b>A snapshot each day at noon</b></span>
        </label>
        ${field({
          label: 'How many stay',
          name: 'keep',
          type: 'number',
          value: dailySnapshots === null ? '' : String(dailySnapshots),
          autocomplete: 'off',
          isRequired: false,
          help: 'Left empty, those of the last 30 days stay, at least 5.',
        })}
        <div class="buttons"><button class="button primary">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

function secondPlaceCard(viewer: Viewer, { secondPlace }: BackupSettings, lastCopy: CopyOutcome | null): Html {
  const state = lastCopy === null || lastCopy.kind === 'none' ? null : lastCopy.kind === 'copied' ? 'Everything is there, and was read back.' : lastCopy.words;
  return html`<section class="card">
    <h2>Second place</h2>
    ${secondPlace !== null && state !== null && html`<p class="meta">${state}</p>`}
    ${form(
      viewer,
      `${backupsPath}second-place/`,
      html`${field({
          label: 'Folder on the server',
          name: 'place',
          value: secondPlace ?? '',
          autocomplete: 'off',
          isRequired: false,
          help: 'On another disk or a mounted share. Every backup and snapshot is copied there. Left empty, none is.',
        })}
        <div class="buttons"><button class="button primary">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

function dayWords(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
}

function sizeWords(bytes: number): string {
  return bytes >= 1_000_000_000 ? `${(bytes / 1_000_000_000).toFixed(1)} GB` : `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

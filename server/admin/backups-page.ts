// The backups page, as markup. A pure function of its arguments.
import type { BackupFile } from '../backups/backup-folder.ts';
import type { BackupSettings } from '../backups/backup-settings.ts';
import type { CopyOutcome } from '../backups/second-backup-folder.ts';
import { maxSafetySnapshots } from '../backups/snapshot-rotation.ts';
import { describeReason } from '../backups/snapshot-names.ts';
import type { Snapshot } from '../backups/snapshots.ts';
import { formatSize } from '../disk/format-size.ts';
import { html, type Html } from './html.ts';
import { describedBy, field, form, frame, noticeBlock, problemLine, question, time, formatTime, type Notice, type Viewer } from './page-parts.ts';
import { isTicked, type ReturnedForm } from './returned-form.ts';

export interface BackupsPage {
  viewer: Viewer;
  notice: Notice | null;
  returned: ReturnedForm | null;
  backups: BackupFile[];
  snapshots: Snapshot[];
  settings: BackupSettings;
  hasDailySnapshots: boolean;
  lastCopy: CopyOutcome | null;
  /** Running tasks, one line each. */
  running: string[];
}

export const backupsPath = '/admin/backups/';

export function backupsPage({ viewer, notice, returned, backups, snapshots, settings, hasDailySnapshots, lastCopy, running }: BackupsPage): string {
  return frame({
    title: 'Backups',
    theme: viewer.theme,
    signedIn: viewer,
    area: 'backups',
    body: html`${noticeBlock(notice)}${running.length > 0 && runningCard(running)}${backupsCard(viewer, backups, settings)}${snapshotsCard(viewer, snapshots)}
    ${bringInCard(viewer, returned)}${dailyCard(viewer, settings, hasDailySnapshots, returned)}${secondFolderCard(viewer, settings, lastCopy, returned)}`,
  });
}

function runningCard(running: string[]): Html {
  return html`<section class="card">
    <h2>Running now</h2>
    ${running.map((line) => html`<p>${line}</p>`)}
    <p class="meta">Reload the page to see how far it is.</p>
  </section>`;
}

function backupsCard(viewer: Viewer, backups: BackupFile[], { secondPlace }: BackupSettings): Html {
  const row = ({ fileName, sizeBytes, day }: BackupFile): Html =>
    item(viewer, {
      title: fileName,
      meta: html`${formatDay(day)} · ${formatSize(sizeBytes)}`,
      kind: 'backup',
      name: fileName,
      hasCopy: secondPlace !== null,
    });
  return html`<section class="card">
    <h2>Backups</h2>
    <div class="lead">
      <p>A backup is one file that this and later versions can restore, on any machine. It holds everything but the media files.</p>
      ${form(viewer, `${backupsPath}make-backup/`, html`<button class="button primary">Back up now</button>`)}
    </div>
    ${
      backups.length === 0
        ? html`<p class="meta">No backups yet.</p>`
        : html`<ul>
            ${backups.map(row)}
          </ul>`
    }
  </section>`;
}

function snapshotsCard(viewer: Viewer, snapshots: Snapshot[]): Html {
  const row = (snapshot: Snapshot): Html => {
    const { id, state, reason, startedAt, sizeBytes } = snapshot;
    if (state !== 'SUCCESS')
      return html`<li class="row">
        <div class="words">
          <h3>${time(startedAt)}</h3>
          <p class="meta">${describeReason(reason)} · ${state === 'FAILED' ? 'Could not be made' : 'Being made'}</p>
        </div>
      </li>`;
    return item(viewer, {
      title: formatTime(startedAt),
      meta: html`${describeReason(reason)} · ${formatSize(sizeBytes)}`,
      kind: 'snapshot',
      name: id,
    });
  };
  return html`<section class="card">
    <h2>Snapshots</h2>
    <div class="lead">
      <p>
        A snapshot is a copy of the database that takes you back to that moment. One is made before every restore and every update; the last
        ${maxSafetySnapshots} of each are kept.
      </p>
      ${form(viewer, `${backupsPath}make-snapshot/`, html`<button class="button ghost">Make a snapshot</button>`)}
    </div>
    ${
      snapshots.length === 0
        ? html`<p class="meta">No snapshots yet.</p>`
        : html`<ul>
            ${snapshots.map(row)}
          </ul>`
    }
  </section>`;
}

interface Item {
  title: string;
  meta: Html;
  kind: 'backup' | 'snapshot';
  /** Used in addresses and forms. */
  name: string;
  /** Whether the second folder may have a copy. */
  hasCopy?: boolean;
}

function item(viewer: Viewer, { title, meta, kind, name, hasCopy = false }: Item): Html {
  const named = html`<input type="hidden" name="name" value="${name}" />`;
  return html`<li class="row">
    <div class="words">
      <h3>${title}</h3>
      <p class="meta">${meta}</p>
    </div>
    <div class="buttons">
      <a class="button ghost" href="${backupsPath}${kind}/${name}" download aria-label="Download ${title}">Download</a>
      ${question({
        label: 'Restore',
        ariaLabel: `Restore ${title}`,
        variant: 'ghost',
        explanation: `Video records, watched marks, positions, playlists, subscriptions, the queue and settings are replaced with those of this ${kind}. Accounts and passwords stay, and nobody is signed out. A snapshot is made first, so you can undo it.`,
        answer: form(viewer, `${backupsPath}restore-${kind}/`, html`${named}<button class="button primary">Restore now</button>`),
      })}
      ${question({
        label: 'Delete',
        ariaLabel: `Delete ${title}`,
        explanation: `The file is deleted for good.${hasCopy ? ' Its copy in the second folder stays.' : ''}`,
        answer: form(viewer, `${backupsPath}delete-${kind}/`, html`${named}<button class="button danger-fill">Delete for good</button>`),
      })}
    </div>
  </li>`;
}

function bringInCard(viewer: Viewer, returned: ReturnedForm | null): Html {
  return html`<section class="card">
    <h2>Upload</h2>
    <form method="post" action="${backupsPath}bring-in/" enctype="multipart/form-data" class="fields">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      <div class="field">
        <label for="field-file">Backup or snapshot</label>
        <input id="field-file" type="file" name="file" accept=".zip,.sqlite" ${describedBy('field-file', 'file', returned, true)} required />
        ${problemLine('field-file', 'file', returned)}
        <span class="meta" id="field-file-help"
          >A file from your device. It is checked, then added to the list above; nothing changes until you restore it.</span
        >
      </div>
      <div class="buttons"><button class="button ghost">Upload</button></div>
    </form>
  </section>`;
}

function dailyCard(viewer: Viewer, { dailySnapshots }: BackupSettings, hasDailySnapshots: boolean, returned: ReturnedForm | null): Html {
  return html`<section class="card">
    <h2>Daily snapshots</h2>
    ${form(
      viewer,
      `${backupsPath}daily/`,
      html`<label class="choice">
          <input type="checkbox" name="daily" value="on" ${isTicked(returned, 'daily', 'keep', hasDailySnapshots) && html`checked`} />
          <span><b>Make a snapshot every day at noon</b></span>
        </label>
        ${field(
          {
            label: 'How many to keep',
            name: 'keep',
            type: 'number',
            value: dailySnapshots === null ? '' : String(dailySnapshots),
            autocomplete: 'off',
            isRequired: false,
            help: 'Leave it empty to keep those of the last 30 days, and at least 5.',
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

function secondFolderCard(viewer: Viewer, { secondPlace }: BackupSettings, lastCopy: CopyOutcome | null, returned: ReturnedForm | null): Html {
  const state = lastCopy === null || lastCopy.kind === 'none' ? null : lastCopy.kind === 'copied' ? 'Everything is copied and verified.' : lastCopy.message;
  return html`<section class="card" id="second-folder">
    <h2>Second backup folder</h2>
    ${secondPlace !== null && state !== null && html`<p class="meta">${state}</p>`}
    ${form(
      viewer,
      `${backupsPath}second-folder/`,
      html`${field(
          {
            label: 'Folder on the server',
            name: 'folder',
            value: secondPlace ?? '',
            autocomplete: 'off',
            isRequired: false,
            help: 'On another disk or a mounted share. Every backup and snapshot is copied there. Leave it empty for no copies.',
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">Save</button></div>`,
      'fields',
    )}
  </section>`;
}

function formatDay(day: string): string {
  const at = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
  return Number.isNaN(at) ? day : days.format(at);
}

/** Formats a day without a time, independent of the server's time zone. */
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

// The backups page, as markup. A pure function of its arguments.
import type { BackupFile } from '../backups/backup-folder.ts';
import type { BackupSettings } from '../backups/backup-settings.ts';
import type { CopyOutcome } from '../backups/second-backup-folder.ts';
import { maxSafetySnapshots } from '../backups/snapshot-rotation.ts';
import { describeReason } from '../backups/snapshot-names.ts';
import type { Snapshot } from '../backups/snapshots.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { controlAttributes, field, form, frame, inEnglish, noticeBlock, problemLine, question, time, type Notice, type Viewer } from './page-parts.ts';
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
  runningTasks: string[];
}

export const backupsPath = '/admin/backups/';

export function backupsPage({ viewer, notice, returned, backups, snapshots, settings, hasDailySnapshots, lastCopy, runningTasks }: BackupsPage): string {
  const { wording } = viewer;
  return frame({
    wording,
    title: wording.texts.backups.title,
    theme: viewer.theme,
    viewer,
    area: 'backups',
    body: html`${noticeBlock(notice)}${runningTasks.length > 0 && runningCard(runningTasks, wording)}${backupsCard(viewer, backups, settings)}${snapshotsCard(viewer, snapshots)}
    ${uploadCard(viewer, returned)}${dailyCard(viewer, settings, hasDailySnapshots, returned)}${secondFolderCard(viewer, settings, lastCopy, returned)}`,
  });
}

function runningCard(runningTasks: string[], wording: Wording): Html {
  const { backups } = wording.texts;
  return html`<section class="card">
    <h2>${backups.running}</h2>
    ${runningTasks.map((line) => html`<p ${inEnglish(wording)}>${line}</p>`)}
    <p class="meta">${backups.runningHelp}</p>
  </section>`;
}

function backupsCard(viewer: Viewer, backups: BackupFile[], { secondPlace }: BackupSettings): Html {
  const { wording } = viewer;
  const texts = wording.texts.backups;
  const row = ({ fileName, sizeBytes, day }: BackupFile): Html =>
    itemRow(viewer, {
      title: fileName,
      meta: html`${formatDay(day, wording)} · ${wording.formatSize(sizeBytes)}`,
      kind: 'backup',
      name: fileName,
      hasCopy: secondPlace !== null,
    });
  return html`<section class="card">
    <h2>${texts.title}</h2>
    <div class="lead">
      <p>${texts.help}</p>
      ${form(viewer, `${backupsPath}make-backup/`, html`<button class="button primary">${texts.makeBackup}</button>`)}
    </div>
    ${
      backups.length === 0
        ? html`<p class="meta">${texts.noBackups}</p>`
        : html`<ul>
            ${backups.map(row)}
          </ul>`
    }
  </section>`;
}

function snapshotsCard(viewer: Viewer, snapshots: Snapshot[]): Html {
  const { wording } = viewer;
  const texts = wording.texts.backups;
  const row = (snapshot: Snapshot): Html => {
    const { id, state, reason, startedAt, sizeBytes } = snapshot;
    if (state !== 'SUCCESS')
      return html`<li class="row">
        <div class="words">
          <h3>${time(startedAt, wording)}</h3>
          <p class="meta">${describeReason(reason, wording)} · ${state === 'FAILED' ? texts.failed : texts.beingMade}</p>
        </div>
      </li>`;
    return itemRow(viewer, {
      title: wording.formatTime(startedAt),
      meta: html`${describeReason(reason, wording)} · ${wording.formatSize(sizeBytes)}`,
      kind: 'snapshot',
      name: id,
      isForSuperusers: true,
    });
  };
  return html`<section class="card">
    <h2>${texts.snapshots}</h2>
    <div class="lead">
      <p>${texts.snapshotsHelp(maxSafetySnapshots)}</p>
      ${form(viewer, `${backupsPath}make-snapshot/`, html`<button class="button ghost">${texts.makeSnapshot}</button>`)}
    </div>
    ${
      snapshots.length === 0
        ? html`<p class="meta">${texts.noSnapshots}</p>`
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
  /** Whether only superusers may download it. */
  isForSuperusers?: boolean;
}

function itemRow(viewer: Viewer, { title, meta, kind, name, hasCopy = false, isForSuperusers = false }: Item): Html {
  const { backups, page } = viewer.wording.texts;
  const nameField = html`<input type="hidden" name="name" value="${name}" />`;
  return html`<li class="row">
    <div class="words">
      <h3>${title}</h3>
      <p class="meta">${meta}</p>
    </div>
    <div class="buttons">
      ${
        (!isForSuperusers || viewer.account.isSuperuser) &&
        html`<a class="button ghost" href="${backupsPath}${kind}/${name}" download aria-label="${backups.downloadOf(title)}">${backups.download}</a>`
      }
      ${question({
        label: backups.restore,
        ariaLabel: backups.restoreOf(title),
        variant: 'ghost',
        explanation: backups.restoreHelp[kind],
        answer: form(viewer, `${backupsPath}restore-${kind}/`, html`${nameField}<button class="button primary">${backups.restoreNow}</button>`),
      })}
      ${question({
        label: page.delete,
        ariaLabel: backups.deleteOf(title),
        explanation: [backups.deleteHelp, ...(hasCopy ? [backups.copyStays] : [])].join(' '),
        answer: form(viewer, `${backupsPath}delete-${kind}/`, html`${nameField}<button class="button danger-fill">${page.deleteForGood}</button>`),
      })}
    </div>
  </li>`;
}

function uploadCard(viewer: Viewer, returned: ReturnedForm | null): Html {
  const { backups } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${backups.upload}</h2>
    <form method="post" action="${backupsPath}bring-in/" enctype="multipart/form-data" class="fields">
      <input type="hidden" name="token" value="${viewer.formToken}" />
      <div class="field">
        <label for="field-file">${backups.uploadField}</label>
        <input id="field-file" type="file" name="file" accept=".zip,.sqlite" ${controlAttributes('field-file', 'file', returned, true)} required />
        ${problemLine('field-file', 'file', returned)}
        <span class="meta" id="field-file-help">${backups.uploadHelp}</span>
      </div>
      <div class="buttons"><button class="button ghost">${backups.upload}</button></div>
    </form>
  </section>`;
}

function dailyCard(viewer: Viewer, { dailySnapshots }: BackupSettings, hasDailySnapshots: boolean, returned: ReturnedForm | null): Html {
  const { backups, page } = viewer.wording.texts;
  return html`<section class="card">
    <h2>${backups.daily}</h2>
    ${form(
      viewer,
      `${backupsPath}daily/`,
      html`<label class="choice">
          <input type="checkbox" name="daily" value="on" ${isTicked(returned, 'daily', 'keep', hasDailySnapshots) && html`checked`} />
          <span><b>${backups.dailyChoice}</b></span>
        </label>
        ${field(
          {
            label: backups.keep,
            name: 'keep',
            type: 'number',
            value: dailySnapshots === null ? '' : String(dailySnapshots),
            autocomplete: 'off',
            isRequired: false,
            help: backups.keepHelp,
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">${page.save}</button></div>`,
      'fields',
    )}
  </section>`;
}

function secondFolderCard(viewer: Viewer, { secondPlace }: BackupSettings, lastCopy: CopyOutcome | null, returned: ReturnedForm | null): Html {
  const { wording } = viewer;
  const { backups, page } = wording.texts;
  const state = lastCopy === null || lastCopy.kind === 'none' ? null : lastCopy.kind === 'copied' ? backups.allCopied : lastCopy.sentence(wording);
  return html`<section class="card" id="second-folder">
    <h2>${backups.second}</h2>
    ${secondPlace !== null && state !== null && html`<p class="meta">${state}</p>`}
    ${form(
      viewer,
      `${backupsPath}second-folder/`,
      html`${field(
          {
            label: backups.secondField,
            name: 'folder',
            value: secondPlace ?? '',
            autocomplete: 'off',
            isRequired: false,
            help: backups.secondHelp,
          },
          returned,
        )}
        <div class="buttons"><button class="button ghost">${page.save}</button></div>`,
      'fields',
    )}
  </section>`;
}

function formatDay(day: string, wording: Wording): string {
  const dayMs = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
  return Number.isNaN(dayMs) ? day : wording.formatDay(dayMs);
}

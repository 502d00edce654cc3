// /admin/backups/: creates, restores, deletes, downloads and uploads backups and snapshots. For staff.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaffAccount } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import { BackupProblem, toBackupProblem } from '../backups/backup-problem.ts';
import type { RestoreBackupInput, SnapshotInput } from '../backups/backup-tasks.ts';
import type { Backups } from '../backups/backups.ts';
import { inTransaction } from '../database/transaction.ts';
import { requireSameOrigin } from '../http/caller.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { backupsPage, backupsPath } from './backups-page.ts';
import { messagePage } from './page-parts.ts';
import { signInPage } from './pages.ts';
import { readUpload, withoutRequestTimeout } from './upload.ts';
import { withRefusalPage, sendPage, text, type AdminFrame, type AreaOutcome, type Visit } from './visits.ts';

export interface BackupsAreaDeps {
  archive: Archive;
  backups: Backups;
  tasks: Tasks;
  log: (line: string) => void;
}

const doneOutcome = (message: string): AreaOutcome => ({ kind: 'done', message });
const problemOutcome = (message: string): AreaOutcome => ({ kind: 'problem', message });
const wrongField = (name: string, message: string): AreaOutcome => ({ kind: 'wrong-fields', problems: { [name]: message } });
const noFileText = 'Choose a file first.';
const maxDailies = 365;

export function addBackupsArea(app: FastifyInstance, admin: AdminFrame, { archive, backups, tasks, log }: BackupsAreaDeps): void {
  const { folder, snapshots, settings, secondBackupFolder } = backups;

  admin.areaPage('backups', ({ viewer }, pageState) =>
    backupsPage({
      viewer,
      ...pageState,
      backups: folder.list(),
      snapshots: snapshots.list(),
      settings: settings.get(),
      hasDailySnapshots: archive.appSettings.get().application.enable_snapshot,
      lastCopy: secondBackupFolder.last(),
      running: tasks
        .notifications()
        .filter(({ progress, group }) => progress !== null && /^setting:(backup|restore|snapshot)$/.test(group))
        .map(({ lines }) => lines.join(' · ')),
    }),
  );

  const startTask = (name: string, input: unknown): void => void inTransaction(archive.database, () => tasks.start(name, input));

  admin.areaForm('backups', 'make-backup', () => {
    startTask('run_backup', {});
    return doneOutcome('A backup is being made.');
  });
  admin.areaForm('backups', 'make-snapshot', () => {
    snapshots.announce({ kind: 'by-hand' }, (snapshotId) => startTask('create_snapshot', { snapshotId } satisfies SnapshotInput));
    return doneOutcome('A snapshot is being made.');
  });
  admin.areaForm('backups', 'restore-backup', ({ form, caller }) => {
    const input: RestoreBackupInput = { fileName: text(form, 'name') };
    if (folder.find(input.fileName) === null) return problemOutcome('This backup no longer exists.');
    startTask('restore_backup', input);
    log(`${caller.account.name} restores ${input.fileName}.`);
    return doneOutcome(`${input.fileName} is being restored. The current state is kept as a snapshot.`);
  });
  admin.areaForm('backups', 'restore-snapshot', ({ form, caller }) => {
    const input: SnapshotInput = { snapshotId: text(form, 'name') };
    if (!snapshots.has(input.snapshotId)) return problemOutcome('This snapshot no longer exists.');
    startTask('restore_snapshot', input);
    log(`${caller.account.name} restores the snapshot ${input.snapshotId}.`);
    return doneOutcome('The snapshot is being restored. The current state is kept as another one.');
  });
  admin.areaForm('backups', 'delete-backup', ({ form, caller }) => {
    const name = text(form, 'name');
    if (!folder.remove(name)) return problemOutcome('This backup no longer exists.');
    log(`${caller.account.name} deleted ${name}.`);
    return doneOutcome(`${name} was deleted.`);
  });
  admin.areaForm('backups', 'delete-snapshot', ({ form, caller }) => {
    const id = text(form, 'name');
    if (!snapshots.remove(id)) return problemOutcome('This snapshot no longer exists.');
    log(`${caller.account.name} deleted the snapshot ${id}.`);
    return doneOutcome('The snapshot was deleted.');
  });
  admin.areaForm('backups', 'daily', ({ form }) => {
    const keep = text(form, 'keep').trim();
    if (keep !== '' && !(/^\d{1,3}$/.test(keep) && Number(keep) >= 1 && Number(keep) <= maxDailies))
      return wrongField('keep', `Enter a whole number from 1 to ${maxDailies}, or leave it empty.`);
    inTransaction(archive.database, () => {
      archive.appSettings.change({ application: { enable_snapshot: text(form, 'daily') === 'on' } });
      settings.change({ dailySnapshots: keep === '' ? null : Number(keep) });
    });
    return doneOutcome('Saved.');
  });
  admin.areaForm('backups', 'second-folder', async ({ form }) => {
    const chosenFolder = text(form, 'folder').trim();
    if (chosenFolder === '') {
      settings.change({ secondPlace: null });
      void secondBackupFolder.bringUpToDate();
      return doneOutcome('Nothing is copied to a second folder any more. Existing copies stay there.');
    }
    const message = await secondBackupFolder.prepare(chosenFolder);
    if (message !== null) return wrongField('folder', message);
    settings.change({ secondPlace: path.resolve(chosenFolder) });
    // Not awaited, because the first copy to a share may take hours.
    void secondBackupFolder.bringUpToDate();
    return doneOutcome(`Backups and snapshots are copied to ${secondBackupFolder.folder()} from now on.`);
  });

  app.get<{ Params: { name: string } }>(`${backupsPath}backup/:name`, (request, reply) =>
    sent(request, reply, folder.find(request.params.name), 'application/zip'),
  );
  app.get<{ Params: { name: string } }>(`${backupsPath}snapshot/:name`, (request, reply) =>
    sent(request, reply, snapshots.fileOf(request.params.name), 'application/vnd.sqlite3'),
  );

  function sent(request: FastifyRequest, reply: FastifyReply, file: string | null, type: string): Promise<FastifyReply> {
    return withRefusalPage(reply, async () => {
      const visit = staffVisit(request, reply);
      if (visit.kind === 'answered') return visit.reply;
      const stats = file === null ? null : await stat(file).catch(() => null); // Rotation may have just removed it.
      if (file === null || stats === null) return sendPage(reply, 404, messagePage('Not found', 'This file no longer exists.'));
      return reply
        .header('cache-control', 'no-store')
        .header('content-length', stats.size)
        .header('content-disposition', `attachment; filename="${path.basename(file)}"`)
        .type(type)
        .send(createReadStream(file));
    });
  }

  // Separate from the other routes, because this one reads the body as it arrives.
  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    scope.post(`${backupsPath}bring-in/`, (request, reply) => withRefusalPage(reply, () => handleUpload(request, reply)));
    ready();
  });

  async function handleUpload(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = staffVisit(request, reply);
    if (visit.kind === 'answered') return visit.reply;
    requireSameOrigin(request);
    const outcome = await withoutRequestTimeout(app.server, () =>
      readUpload(request.raw, async ({ fields, fileName, content, signal }) => {
        admin.requireFormToken(visit.visit.viewer, fields);
        return acceptUpload(visit.visit, { fileName, content, signal });
      }),
    );
    return admin.redirectWithOutcome(visit.visit, 'backups', outcome ?? wrongField('file', noFileText));
  }

  async function acceptUpload(
    { caller }: Visit,
    { fileName, content, signal }: { fileName: string; content: Readable; signal: AbortSignal },
  ): Promise<AreaOutcome> {
    if (fileName === '') return wrongField('file', noFileText);
    try {
      const taken = await backups.upload.receive(content, fileName, signal);
      const name = taken.kind === 'backup' ? taken.fileName : `the snapshot ${taken.id}`;
      log(`${caller.account.name} brought in ${name}.`);
      return doneOutcome(taken.kind === 'backup' ? `${taken.fileName} was checked and is in the list.` : 'The snapshot was checked and is in the list.');
    } catch (error) {
      const failure = toBackupProblem(error);
      if (failure instanceof BackupProblem) return wrongField('file', `The file was not accepted. ${failure.message}`);
      if (signal.aborted) return wrongField('file', 'The upload was incomplete. Nothing was kept.');
      throw error;
    }
  }

  function staffVisit(request: FastifyRequest, reply: FastifyReply): { kind: 'visit'; visit: Visit } | { kind: 'answered'; reply: FastifyReply } {
    const visit = admin.visitOf(request, reply);
    if (visit === null) return { kind: 'answered', reply: sendPage(reply, 403, signInPage({ notice: null })) };
    if (!isStaffAccount(visit.caller.account)) return { kind: 'answered', reply: sendPage(reply, 403, messagePage('Not allowed', 'Only staff can do this.')) };
    return { kind: 'visit', visit };
  }
}

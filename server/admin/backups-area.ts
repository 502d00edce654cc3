// /admin/backups/: creates, restores, deletes, downloads and uploads backups and snapshots. For staff. Only superusers may download a
// snapshot, because it contains the API tokens of everybody, also of superusers.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
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
import { readUpload, withoutRequestTimeout } from './upload.ts';
import { sendMessage, sendSignIn, text, withRefusalPage, type AdminFrame, type AreaOutcome, type Visit } from './visits.ts';

export interface BackupsAreaDeps {
  archive: Archive;
  backups: Backups;
  tasks: Tasks;
  log: (line: string) => void;
}

const doneOutcome = (message: string): AreaOutcome => ({ kind: 'done', message });
const problemOutcome = (message: string): AreaOutcome => ({ kind: 'problem', message });
const wrongField = (name: string, message: string): AreaOutcome => ({ kind: 'wrong-fields', problems: { [name]: message } });
const maxDailySnapshots = 365;

export function addBackupsArea(app: FastifyInstance, admin: AdminFrame, { archive, backups, tasks, log }: BackupsAreaDeps): void {
  const { folder, snapshots, settings, secondBackupFolder } = backups;

  admin.addAreaPage('backups', ({ viewer }, pageState) =>
    backupsPage({
      viewer,
      ...pageState,
      backups: folder.list(),
      snapshots: snapshots.list(),
      settings: settings.get(),
      hasDailySnapshots: archive.appSettings.get().application.enable_snapshot,
      lastCopy: secondBackupFolder.lastOutcome(),
      runningTasks: tasks
        .notifications()
        .filter(({ progress, group }) => progress !== null && /^setting:(backup|restore|snapshot)$/.test(group))
        .map(({ lines }) => lines.join(' · ')),
    }),
  );

  const startTask = (name: string, input: unknown): void => void inTransaction(archive.database, () => tasks.start(name, input));

  admin.addAreaForm('backups', 'make-backup', ({ viewer }) => {
    startTask('run_backup', {});
    return doneOutcome(viewer.wording.texts.backups.backupStarted);
  });
  admin.addAreaForm('backups', 'make-snapshot', ({ viewer }) => {
    snapshots.announce({ kind: 'by-hand' }, (snapshotId) => startTask('create_snapshot', { snapshotId } satisfies SnapshotInput));
    return doneOutcome(viewer.wording.texts.backups.snapshotStarted);
  });
  admin.addAreaForm('backups', 'restore-backup', ({ form, caller, viewer }) => {
    const texts = viewer.wording.texts.backups;
    const input: RestoreBackupInput = { fileName: text(form, 'name') };
    if (folder.find(input.fileName) === null) return problemOutcome(texts.backupGone);
    startTask('restore_backup', input);
    log(`${caller.account.name} restores ${input.fileName}.`);
    return doneOutcome(texts.backupRestoring(input.fileName));
  });
  admin.addAreaForm('backups', 'restore-snapshot', ({ form, caller, viewer }) => {
    const texts = viewer.wording.texts.backups;
    const input: SnapshotInput = { snapshotId: text(form, 'name') };
    if (!snapshots.has(input.snapshotId)) return problemOutcome(texts.snapshotGone);
    startTask('restore_snapshot', input);
    log(`${caller.account.name} restores the snapshot ${input.snapshotId}.`);
    return doneOutcome(texts.snapshotRestoring);
  });
  admin.addAreaForm('backups', 'delete-backup', ({ form, caller, viewer }) => {
    const texts = viewer.wording.texts.backups;
    const name = text(form, 'name');
    if (!folder.remove(name)) return problemOutcome(texts.backupGone);
    log(`${caller.account.name} deleted ${name}.`);
    return doneOutcome(texts.backupDeleted(name));
  });
  admin.addAreaForm('backups', 'delete-snapshot', ({ form, caller, viewer }) => {
    const texts = viewer.wording.texts.backups;
    const id = text(form, 'name');
    if (!snapshots.remove(id)) return problemOutcome(texts.snapshotGone);
    log(`${caller.account.name} deleted the snapshot ${id}.`);
    return doneOutcome(texts.snapshotDeleted);
  });
  admin.addAreaForm('backups', 'daily', ({ form, viewer }) => {
    const { library, page } = viewer.wording.texts;
    const keepText = text(form, 'keep').trim();
    if (keepText !== '' && !(/^\d{1,3}$/.test(keepText) && Number(keepText) >= 1 && Number(keepText) <= maxDailySnapshots))
      return wrongField('keep', library.keeping.numberOrEmpty(1, maxDailySnapshots));
    inTransaction(archive.database, () => {
      archive.appSettings.change({ application: { enable_snapshot: text(form, 'daily') === 'on' } });
      settings.change({ dailySnapshots: keepText === '' ? null : Number(keepText) });
    });
    return doneOutcome(page.saved);
  });
  admin.addAreaForm('backups', 'second-folder', async ({ form, viewer: { wording } }) => {
    const texts = wording.texts.backups;
    const chosenFolder = text(form, 'folder').trim();
    if (chosenFolder === '') {
      settings.change({ secondPlace: null });
      void secondBackupFolder.bringUpToDate();
      return doneOutcome(texts.noCopies);
    }
    const problem = await secondBackupFolder.prepare(chosenFolder);
    if (problem !== null) return wrongField('folder', problem(wording));
    settings.change({ secondPlace: path.resolve(chosenFolder) });
    // Not awaited, because the first copy to a share may take hours.
    void secondBackupFolder.bringUpToDate();
    return doneOutcome(texts.copiesTo(secondBackupFolder.folder() ?? chosenFolder));
  });

  app.get<{ Params: { name: string } }>(`${backupsPath}backup/:name`, (request, reply) =>
    sendFile(request, reply, { file: folder.find(request.params.name), type: 'application/zip' }),
  );
  app.get<{ Params: { name: string } }>(`${backupsPath}snapshot/:name`, (request, reply) =>
    sendFile(request, reply, { file: snapshots.fileOf(request.params.name), type: 'application/vnd.sqlite3', isForSuperusers: true }),
  );

  /** @param file null if there is no such file */
  function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    { file, type, isForSuperusers = false }: { file: string | null; type: string; isForSuperusers?: boolean },
  ): Promise<FastifyReply> {
    return withRefusalPage(reply, async () => {
      const access = staffVisit(request, reply);
      if (access.kind === 'answered') return access.reply;
      if (isForSuperusers && !access.visit.caller.account.isSuperuser)
        return sendMessage(reply, 403, ({ page, backups: texts }) => [page.notAllowed, texts.superuserDownloads]);
      const stats = file === null ? null : await stat(file).catch(() => null); // Rotation may have just removed the file.
      if (file === null || stats === null) return sendMessage(reply, 404, ({ page, backups: texts }) => [page.notFound, texts.fileGone]);
      return reply
        .header('cache-control', 'no-store')
        .header('content-length', stats.size)
        .header('content-disposition', `attachment; filename="${path.basename(file)}"`)
        .type(type)
        .send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(file));
    });
  }

  // The route of the upload is registered separately, because it reads the body as it arrives.
  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    scope.post(`${backupsPath}bring-in/`, (request, reply) => withRefusalPage(reply, () => handleUpload(request, reply)));
    ready();
  });

  async function handleUpload(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const access = staffVisit(request, reply);
    if (access.kind === 'answered') return access.reply;
    const { visit } = access;
    requireSameOrigin(request);
    const outcome = await withoutRequestTimeout(app.server, () =>
      readUpload(request.raw, async ({ fields, fileName, content, signal }) => {
        admin.requireFormToken(visit.viewer, fields);
        return acceptUpload(visit, { fileName, content, signal });
      }),
    );
    return admin.redirectWithOutcome(visit, 'backups', outcome ?? wrongField('file', visit.viewer.wording.texts.backups.chooseFile));
  }

  async function acceptUpload(
    { caller, viewer: { wording } }: Visit,
    { fileName, content, signal }: { fileName: string; content: Readable; signal: AbortSignal },
  ): Promise<AreaOutcome> {
    const texts = wording.texts.backups;
    if (fileName === '') return wrongField('file', texts.chooseFile);
    try {
      const upload = await backups.upload.receive(content, fileName, signal);
      const name = upload.kind === 'backup' ? upload.fileName : `the snapshot ${upload.id}`;
      log(`${caller.account.name} uploaded ${name}.`);
      return doneOutcome(upload.kind === 'backup' ? texts.backupAccepted(upload.fileName) : texts.snapshotAccepted);
    } catch (error) {
      const failure = toBackupProblem(error);
      if (failure instanceof BackupProblem) return wrongField('file', texts.notAccepted(failure.sentence(wording)));
      if (signal.aborted) return wrongField('file', texts.incomplete);
      throw error;
    }
  }

  function staffVisit(request: FastifyRequest, reply: FastifyReply): { kind: 'visit'; visit: Visit } | { kind: 'answered'; reply: FastifyReply } {
    const visit = admin.visitOf(request, reply);
    if (visit === null) return { kind: 'answered', reply: sendSignIn(reply) };
    if (!isStaffAccount(visit.caller.account)) return { kind: 'answered', reply: sendMessage(reply, 403, ({ page }) => [page.notAllowed, page.staffAction]) };
    return { kind: 'visit', visit };
  }
}

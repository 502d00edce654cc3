/** Texts of the actions page (SPEC §2 "Actions page"). */
import { calendarDay } from './page-formats.ts';
import { translated } from './translated.ts';

export const actionsTexts = translated('actions', {
  title: 'Actions',
  start: 'Start',
  away: (when: string) => `Actions need the server. Backups known from ${when}.`,
  startOf: (action: string) => `Start: ${action}`,
  manualImport: {
    title: 'Manual import',
    help: 'Imports the files in the server’s import folder.',
    progress: 'Processing import',
  },
  embed: {
    title: 'Embed thumbnails',
    help: 'Writes thumbnail, title and description of each video into its media file. This takes a while.',
    progress: 'Processing thumbnails',
  },
  backup: {
    title: 'ZIP backup',
    help: 'Writes the archive’s index into a ZIP file on the server, without media files.',
    progress: 'Backing up archive',
  },
  restore: {
    title: 'Restore from backup',
    help: 'Replaces the index with the one in a backup. Media files are not restored: put deleted ones back first.',
    progress: 'Restoring from backup',
    none: 'No backups found.',
    list: 'Backups',
    restore: 'Restore',
    restoreOf: (filename: string) => `Restore ${filename}`,
    source: (reason: string) => `Source: ${reason}`,
    question: (filename: string) => `Restore ${filename}?`,
    consequence: 'The archive forgets everything added since then. Media files stay, and deleted ones do not come back.',
    secondQuestion: 'Replace the index now?',
    secondConsequence: (isOurs: boolean) =>
      `Everything added since the backup is lost. ${isOurs ? 'If it cannot be read, the index stays as it is.' : 'If it cannot be read, the index stays empty.'}`,
    secondAnswer: 'Replace and restore',
  },
  rescan: {
    title: 'Rescan filesystem',
    help: 'Looks for new files, and for videos whose file is gone.',
    /** Shown if the server is TubeArchivist. */
    helpForgetting: 'Looks for new files, and forgets videos whose file is gone.',
    progress: 'File system scan in progress',
  },
  options: {
    ignore_error: 'Continue after errors',
    ignore_errorHelp: 'Skips files that cannot be read.',
    prefer_local: 'Prefer embedded metadata',
    prefer_localHelp: 'Reads title and description from the file before asking the source.',
  },
  /** Formats `20260215` as a day; returns anything else unchanged. */
  backupDay: (timestamp: string) => {
    const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(timestamp);
    return (parts && calendarDay(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00`)) || timestamp;
  },
} as const);

/** Texts of /admin/system/, and of alerts. */

const installHint = 'On Debian and Ubuntu: “apt install yt-dlp”; elsewhere: “pipx install yt-dlp”, or name the program in STOWAWAY_YTDLP.';

export const system = {
  title: 'System',
  disk: {
    title: 'Disk',
    /** The names within a sentence or a list; the card capitalizes the first letter. */
    folders: { data: 'the data folder', library: 'the library', downloads: 'the downloads folder', secondBackup: 'the second backup folder' },
    and: (first: string, last: string) => `${first} and ${last}`,
    almostFull: 'Almost full',
    free: (free: string, total: string) => `${free} of ${total} free`,
    low: (names: string, folder: string, free: string, percent: number) =>
      `The disk of ${names} (${folder}) is almost full: ${free} (${percent} %) is left. Free some space, or tasks that need space will fail.`,
    gone: (folder: string) =>
      `The data folder ${folder} was renamed or removed while the server is running. What is saved now may be lost at the next start. Put the folder back in its place.`,
    readOnly: (folder: string) =>
      `The file system of the data folder (${folder}) is read-only, as after an error of its disk. No change can be saved. Check the disk, and mount it writable again.`,
  },
  missing: {
    folder: (folder: string) => `The folder ${folder} was not found.`,
    emptyFolder: (folder: string) => `The folder ${folder} is empty, as when a disk is not mounted.`,
    videos: (n: number, countText: string): string => (n === 1 ? '1 video is missing.' : `${countText} videos are missing.`),
    many: (missing: string, all: string, folder: string) => `${missing} of the ${all} videos of the library folder ${folder} were not found.`,
    kept: 'Their marks, positions and playlist entries are kept, and they come back when the files do.',
  },
  tasks: {
    title: 'Tasks',
    /** The titles by task name. */
    titles: {
      update_subscribed: 'Rescan Subscriptions',
      download_pending: 'Download',
      extract_download: 'Add to Queue',
      check_reindex: 'Refresh Metadata',
      manual_import: 'Import Files',
      run_backup: 'Backup',
      restore_backup: 'Restore Backup',
      rescan_filesystem: 'Rescan the Library',
      thumbnail_check: 'Check Thumbnails',
      resync_metadata: 'Embed Metadata',
      resync_thumbs: 'Embed Thumbnails',
      index_playlists: 'Index Channel Playlists',
      subscribe_to: 'Add Subscription',
      version_check: 'Look for New Version',
      create_snapshot: 'Snapshot',
      restore_snapshot: 'Restore Snapshot',
    },
    all: 'All',
    failed: 'Failed',
    interrupted: 'Interrupted',
    noneFailed: 'No task failed in the last 30 days.',
    none: 'No task has ended in the last 30 days.',
    nothingOlder: 'Nothing older.',
    newest: 'Newest',
    older: 'Older',
    more: (n: number) => `${n} more`,
    moreOf: (n: number, title: string) => `${n} more lines of ${title}`,
    took: (duration: string) => `took ${duration}`,
    seconds: (seconds: number) => `${seconds} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  programs: {
    title: 'Programs',
    needed: 'Downloads and refreshing need it.',
    version: (version: string) => `Version ${version}.`,
    versionAndAge: (version: string, age: string) => `Version ${version}, ${age}.`,
    unknownVersion: 'unknown',
    old: 'Sites change often, and an old version stops working with them. A newer one usually helps.',
    noRuntime: 'This yt-dlp cannot use a JavaScript runtime (2025.11.12 and later can). Without one YouTube offers fewer formats, or none.',
    notInstalled: 'Not installed.',
    noFfmpeg:
      'Without it, separate video and audio are not merged, nothing is embedded, and only files that the browser supports can be played. On Debian: apt install ffmpeg.',
    olderThanTested: (version: string) => `This version is older than ${version}, with which Stowaway was tested: newer codecs may fail to play or merge.`,
    age: {
      new: 'new',
      days: (n: number) => `${n} days old`,
      months: (n: number) => `${n} months old`,
      years: (n: number) => `${n} years old`,
    },
    ytDlp: {
      notInstalled: `yt-dlp is not installed, so nothing can be downloaded. Everything else works. ${installHint}`,
      notThere: (file: string) =>
        `STOWAWAY_YTDLP names ${file}, which is missing or not executable, so nothing can be downloaded. Everything else works. ${installHint}`,
      tooOld: (version: string, oldest: string) =>
        `yt-dlp ${version} is too old, so nothing can be downloaded; at least ${oldest} is needed. Everything else works. ${installHint}`,
      notForNow: (program: string, reason: string) =>
        `yt-dlp (${program}) cannot be started now: ${reason}. There is too little memory, or too many programs are running.`,
      broken: (program: string, reason: string) => `yt-dlp (${program}) does not run: ${reason}. Reinstall it; until then nothing can be downloaded.`,
      says: (output: string) => `it says ${output}`,
    },
  },
};

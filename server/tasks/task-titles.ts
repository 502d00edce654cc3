/** Every task that the contract names. Notification addresses may be stored even for tasks that this server does not run. */
const titles: Record<string, string> = {
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
};

export function titleOf(taskName: string): string {
  return titles[taskName] ?? taskName;
}

export function isTaskName(name: string): boolean {
  return Object.hasOwn(titles, name);
}

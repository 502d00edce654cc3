import { serverWording } from '../texts/wording.ts';

/** The titles in English, as the API has them. */
const { titles } = serverWording.texts.system.tasks;

/** This server's own tasks. The contract does not know them. */
const ownTasks: string[] = ['create_snapshot', 'restore_snapshot'];
/** Tasks that need input, and so cannot start automatically. */
const tasksWithInput: string[] = ['extract_download', 'restore_backup', 'index_playlists', 'subscribe_to'];

export function titleOf(taskName: string): string {
  return Object.hasOwn(titles, taskName) ? titles[taskName as keyof typeof titles] : taskName;
}

/** True for every task that the contract names. Notification addresses may be stored even for tasks that this server does not run. */
export function isTaskName(name: string): boolean {
  return Object.hasOwn(titles, name) && !ownTasks.includes(name);
}

export function canBeScheduled(name: string): boolean {
  return isTaskName(name) && !tasksWithInput.includes(name);
}

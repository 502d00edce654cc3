import type { SavedItem } from '../../queries/saved.ts';

const savingStates: readonly SavedItem['status']['state'][] = ['queued', 'preparing', 'saving', 'verifying'];

/**
 * `saving`: videos are being saved or are queued. `interrupted`: saving has stopped and resumes by itself, usually in a moment, or when
 * "Pause all" ends.
 */
export function saveActivityOf(items: readonly SavedItem[], isAllPaused: boolean): 'saving' | 'interrupted' | 'none' {
  if (items.some(({ status }) => savingStates.includes(status.state))) return isAllPaused ? 'interrupted' : 'saving';
  return items.some(({ status }) => status.reason === 'offline' || status.reason === 'background') ? 'interrupted' : 'none';
}

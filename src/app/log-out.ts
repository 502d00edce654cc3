// Logs out: deletes or closes the saved videos, records the logout, and closes the saved videos a second time. Bundled with
// background-copy.ts.
import type { Commands } from '../commands/commands.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';

/**
 * Rejects like `logout`. The saved videos may be deleted even if it rejects: they are deleted first, because a full device needs
 * their space to record the logout.
 */
export async function logOut(choice: { clearDevice: boolean }, savedLink: SavedLink | null, logout: Commands['logout']): ReturnType<Commands['logout']> {
  // What cannot be deleted now is deleted by `logout`, or by a later start (commands/logout.ts).
  if (choice.clearDevice) await savedLink?.clear().catch(console.warn);
  else await leave();
  const result = await logout(choice);
  // The saved videos are closed a second time, because another tab may have opened them before it learned of the logout
  // (saved-media/device/restoration.ts).
  await leave();
  return result;

  async function leave(): Promise<void> {
    await savedLink?.leave().catch(console.warn);
  }
}

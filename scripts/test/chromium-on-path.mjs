// Looks for an installed Chromium. Answers a path or null.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The one without a window of its own costs a quarter less. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export function chromiumOnPath() {
  if (process.env.STOWAWAY_CHROMIUM) return process.env.STOWAWAY_CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // not here
      }
    }
  }
  return null;
}

// Looks for an installed Chromium. Returns a path or null.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * STOWAWAY_CHROMIUM or, if it is unset, the first Chromium on PATH. In each folder the headless shell is preferred, because it uses about a
 * sixth less CPU.
 */
export function chromiumOnPath() {
  return process.env.STOWAWAY_CHROMIUM || firstOnPath(['chromium-headless-shell', ...fullBrowsers]);
}

/** A full browser, for tests of installability, because the headless shell reports every page as installable. */
export function fullChromiumOnPath() {
  return firstOnPath(fullBrowsers);
}

function firstOnPath(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // not in this folder
      }
    }
  }
  return null;
}

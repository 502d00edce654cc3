// Sessions that the archives' template already contains, so that no test waits for a password to be hashed: one for pages, one for the
// calls that a test makes as a second device.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Name and value, as the archive set them. */
export type SessionCookies = { name: string; value: string }[];

export interface PlantedSessions {
  page: SessionCookies;
  api: SessionCookies;
}

const file = path.resolve(import.meta.dirname, '../../test-results/.archive-sessions.json');

/** Is called by the code that fills the template. Writes the sessions to a file, because the tests run in other processes. */
export function storePlantedSessions(sessions: PlantedSessions): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(sessions));
}

export function plantedSessions(): PlantedSessions {
  return JSON.parse(readFileSync(file, 'utf8')) as PlantedSessions;
}

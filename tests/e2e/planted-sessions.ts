// Sessions that the archives' template already contains, so that most tests need not wait for a password to be hashed: one for pages, one
// for the calls that a test makes as a second device.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Name and value, as the archive set them. */
export type SessionCookies = { name: string; value: string }[];

export interface PlantedSessions {
  page: SessionCookies;
  api: SessionCookies;
}

const sessionsFile = path.resolve(import.meta.dirname, '../../test-results/.archive-sessions.json');

/** Writes the sessions to a file, because the tests run in other processes. Called by the code that fills the template. */
export function storePlantedSessions(sessions: PlantedSessions): void {
  mkdirSync(path.dirname(sessionsFile), { recursive: true });
  writeFileSync(sessionsFile, JSON.stringify(sessions));
}

export function plantedSessions(): PlantedSessions {
  return JSON.parse(readFileSync(sessionsFile, 'utf8')) as PlantedSessions;
}

// All German texts of the server.
import { backupProblems } from './de/backup-problems.ts';
import { backups } from './de/backups.ts';
import { errors } from './de/errors.ts';
import { importReasons } from './de/import-reasons.ts';
import { library } from './de/library.ts';
import { page } from './de/page.ts';
import { people } from './de/people.ts';
import { start } from './de/start.ts';
import { system } from './de/system.ts';
import { welcome } from './de/welcome.ts';
import type { Texts } from './english.ts';

export const german: Texts = { backupProblems, backups, errors, importReasons, library, page, people, start, system, welcome };

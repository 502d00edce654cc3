// All English texts of the server.
import { backupProblems } from './en/backup-problems.ts';
import { backups } from './en/backups.ts';
import { errors } from './en/errors.ts';
import { importReasons } from './en/import-reasons.ts';
import { library } from './en/library.ts';
import { page } from './en/page.ts';
import { people } from './en/people.ts';
import { start } from './en/start.ts';
import { system } from './en/system.ts';
import { welcome } from './en/welcome.ts';

export const english = { backupProblems, backups, errors, importReasons, library, page, people, start, system, welcome };

export type Texts = typeof english;

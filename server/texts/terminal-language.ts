// Determines the language of the terminal from the environment, in the order that POSIX defines for messages.
import { readTag } from './language.ts';
import { serverWording, wordingFor, type Wording } from './wording.ts';

/** The variables contain names of locales, such as `de_AT.UTF-8`, `de_DE@euro`, `C` or `POSIX`. */
export function terminalWording(environment: NodeJS.ProcessEnv): Wording {
  const name = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  const readerLanguage = readTag((name.split(/[.@]/)[0] ?? '').replace('_', '-'));
  // In English, numbers are written as in the log.
  return readerLanguage === null || readerLanguage.language === 'en' ? serverWording : wordingFor(readerLanguage);
}

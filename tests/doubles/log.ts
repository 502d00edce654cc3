// Logs for tests. `logInto` collects the lines that a server without options writes: those of every level except `debug`.
import { logOf, type Log } from '../../server/log/log.ts';

export function logInto(lines: string[]): Log {
  return logOf((level, line) => {
    if (level !== 'debug') lines.push(line);
  });
}

export const silentLog: Log = logOf(() => undefined);

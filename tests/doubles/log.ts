// A log that keeps its lines, of every level except `debug`, as a server without options writes them.
import { logOf, type Log } from '../../server/log/log.ts';

export function logInto(lines: string[]): Log {
  return logOf((level, line) => {
    if (level !== 'debug') lines.push(line);
  });
}

export const silentLog: Log = logOf(() => undefined);

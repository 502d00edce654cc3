// The server's log: one line per event, on standard output, written by pino. For people a line consists of time, level and message; for a
// collector it is JSON. Constructed by server/start and passed to all code that logs. Knows nothing of HTTP.
import { pino, type Logger } from 'pino';
import { textLine } from './text-line.ts';

/** A direct call logs at `info`. An event with line breaks is still written as one line. */
export interface Log {
  (line: string): void;
  /** Logs something that went wrong while the server continues, such as an unreadable folder or a failed sign-in. */
  warn(line: string): void;
  /** Logs something that was requested and not done. */
  error(line: string): void;
  /** Logs a detail for debugging; not written by default. */
  debug(line: string): void;
}

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LogOptions {
  /** The lowest level written. */
  level: LogLevel;
  format: LogFormat;
}

export interface ServerLog {
  log: Log;
  /** A logger for Fastify that drops everything below this level, such as lines about each request. */
  fastifyLogger(level: 'warn' | 'error'): Logger;
  /** Writes a line that the person who started the server must see, whatever the level: plain text, or an event in JSON. */
  announce(line: string): void;
}

const toStandardOutput = (text: string): void => void process.stdout.write(text);

export function createServerLog({ level, format }: LogOptions, write: (text: string) => void = toStandardOutput): ServerLog {
  const logger = pino(
    {
      level,
      // Leaves out process id and host name, because a collector of several machines' logs adds them itself.
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      // Queries may contain the signature of a cast address.
      serializers: { req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }) },
    },
    { write: (json) => write(format === 'json' ? json : textLine(json)) },
  );
  return {
    log: logOf((name, line) => logger[name](line)),
    fastifyLogger: (lowest) => logger.child({}, { level: logLevels.indexOf(level) > logLevels.indexOf(lowest) ? level : lowest }),
    announce: (line) => write(format === 'json' ? `${JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: line })}\n` : `${line}\n`),
  };
}

/** A log that passes every event to one function. Tests use it too. */
export function logOf(write: (level: LogLevel, line: string) => void): Log {
  return Object.assign((line: string) => write('info', line), {
    warn: (line: string) => write('warn', line),
    error: (line: string) => write('error', line),
    debug: (line: string) => write('debug', line),
  });
}

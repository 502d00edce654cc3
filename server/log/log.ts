// The server's log: one line per event, on standard output, by pino. For people each line is time, level and message; for a collector it is JSON.
// Constructed by the start and passed to all code that logs. Knows nothing of HTTP.
import { pino, type Logger } from 'pino';
import { textLine } from './text-line.ts';

/** Called directly, it logs at `info`. Line breaks in an event do not break its line. */
export interface Log {
  (line: string): void;
  /** Something went wrong, and the server continues with less: an unreadable folder, a failed sign-in. */
  warn(line: string): void;
  /** Something that was requested was not done. */
  error(line: string): void;
  /** For debugging; not written by default. */
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
  /** Logger for Fastify, from this level on: below it are notes about each request. */
  ofFastify(level: 'warn' | 'error'): Logger;
  /** For what the person who started the server must see, at every level: plain in text, an event in JSON. */
  announce(line: string): void;
}

const toStandardOutput = (text: string): void => void process.stdout.write(text);

export function createServerLog({ level, format }: LogOptions, write: (text: string) => void = toStandardOutput): ServerLog {
  const logger = pino(
    {
      level,
      // Neither process id nor host name: a collector of several machines' logs knows them.
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
    ofFastify: (least) => logger.child({}, { level: logLevels.indexOf(level) > logLevels.indexOf(least) ? level : least }),
    announce: (line) => write(format === 'json' ? `${JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: line })}\n` : `${line}\n`),
  };
}

/** A log that passes every event to one function, as tests need it. */
export function logOf(write: (level: LogLevel, line: string) => void): Log {
  return Object.assign((line: string) => write('info', line), {
    warn: (line: string) => write('warn', line),
    error: (line: string) => write('error', line),
    debug: (line: string) => write('debug', line),
  });
}

// Sends the results of tasks, and alerts, to the addresses that a person entered. This server itself sends a JSON body to http(s) addresses;
// the program apprise sends to all other schemes. An address may contain a secret, so it appears in no log and no message.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inTransaction, type Database } from '../database/transaction.ts';
import { plainEnvironment } from '../secrets/plain-environment.ts';

export interface NotificationUrls {
  /** The addresses by task name, in order of entry. */
  list(): Map<string, string[]>;
  add(taskName: string, url: string): void;
  /** @param url null for all addresses of the task */
  remove(taskName: string, url: string | null): void;
}

export function createNotificationUrls(database: Database): NotificationUrls {
  const list = database.prepare('SELECT task_name, url FROM task_notification ORDER BY id');
  const insert = database.prepare('INSERT OR IGNORE INTO task_notification (task_name, url) VALUES (?, ?)');
  const removeOne = database.prepare('DELETE FROM task_notification WHERE task_name = ? AND (?2 IS NULL OR url = ?2)');
  return {
    list() {
      const urls = new Map<string, string[]>();
      for (const row of list.all() as { task_name: string; url: string }[]) urls.set(row.task_name, [...(urls.get(row.task_name) ?? []), row.url]);
      return urls;
    },
    add: (taskName, url) => inTransaction(database, () => void insert.run(taskName, url)),
    remove: (taskName, url) => void removeOne.run(taskName, url),
  };
}

export interface Message {
  title: string;
  body: string;
  level: 'info' | 'error';
}

/** Sends a message. Resolves to null if it was sent, otherwise to the reason. */
export type SendMessage = (url: string, message: Message) => Promise<string | null>;

export interface SendOptions {
  /** Absolute path of the program; null if it is not installed. Called for each address, so that a program installed later is found. */
  findApprise: () => string | null;
  /** Time limit for the receiver. */
  timeoutMs?: number;
}

/** Returns null if messages can be sent to the address, otherwise the reason. Makes no request. */
export type CheckAddress = (url: string) => string | null;

export function createAddressCheck({ findApprise }: Pick<SendOptions, 'findApprise'>): CheckAddress {
  return (url) => {
    const scheme = schemeOf(url);
    if (scheme === null) return 'This is not a notification address. It must begin with a scheme, such as https://.';
    if (isHttp(scheme) || findApprise() !== null) return null;
    return `Sending to ${scheme}:// needs the program apprise, which is not installed on the server. On Debian and Ubuntu: \`apt install apprise\`.`;
  };
}

export function createSendMessage({ findApprise, timeoutMs = 10_000 }: SendOptions): SendMessage {
  return async (url, message) => {
    const apprise = findApprise();
    const problem = createAddressCheck({ findApprise: () => apprise })(url);
    if (problem !== null) return problem;
    // Without apprise, only http(s) addresses pass the check.
    return apprise === null || isHttp(schemeOf(url)) ? post(url, message, timeoutMs) : sendViaApprise(apprise, url, message, timeoutMs);
  };
}

/** The scheme in lower case; null if the text is not an address. */
function schemeOf(url: string): string | null {
  return /^([a-z][a-z0-9+.-]*):\/\/\S+$/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

const isHttp = (scheme: string | null): boolean => scheme === 'https' || scheme === 'http';

async function post(url: string, { title, body, level }: Message, timeoutMs: number): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1.0', title, message: body, type: level === 'error' ? 'failure' : 'info' }),
      // Only the host that was entered may receive a request.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (answer.status >= 300 && answer.status < 400) return 'The address redirects to another address. Enter the other address instead.';
    return answer.ok ? null : `The service answered with ${answer.status}.`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'The service did not answer in time.' : 'The service cannot be reached.';
  }
}

/**
 * Passes the address in a temporary file that only its owner can read. The address may contain a secret, and everybody on the machine can
 * read a program's arguments. Passes the message on standard input.
 */
async function sendViaApprise(apprise: string, url: string, message: Message, timeoutMs: number): Promise<string | null> {
  let folder: string | null = null;
  try {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-apprise-'));
    const config = path.join(folder, 'address.yaml');
    // JSON is valid YAML, and no character in its quoted strings is special.
    await writeFile(config, JSON.stringify({ version: 1, urls: [url] }), { mode: 0o600 });
    return await runApprise(apprise, config, message, timeoutMs);
  } catch {
    // No caller handles an error of a notification, so an exception would end the server.
    return 'The address could not be passed to the program apprise: the disk for temporary files is full or cannot be written to.';
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined); // a folder that stays behind is no failure
  }
}

function runApprise(apprise: string, config: string, { title, body, level }: Message, timeoutMs: number): Promise<string | null> {
  const args = [`--config=${config}`, `--notification-type=${level === 'error' ? 'failure' : 'info'}`, `--title=${title}`];
  const options = { timeout: timeoutMs, killSignal: 'SIGKILL' as const, maxBuffer: 1024 * 1024, env: plainEnvironment(process.env) };
  return new Promise((resolve) => {
    const { stdin } = execFile(apprise, args, options, (error) => {
      if (error === null) return resolve(null);
      // The program's own message may contain the address, and so a secret.
      resolve(
        error.killed === true
          ? 'The program apprise did not finish in time.'
          : 'The program apprise could not send the message. The address may be wrong, or the service may be down.',
      );
    });
    // The program may end without reading its input. Then its exit code alone decides.
    stdin?.on('error', () => undefined);
    stdin?.end(body);
  });
}

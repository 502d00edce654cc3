// Provides the certificate for https: files given by a person, or one from this server's own certificate authority. Called by run.ts.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Authority } from '../local-tls/local-certificate.ts';
import type { Texts } from '../texts/english.ts';
import type { TlsOptions } from './options.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

export interface Tls {
  cert: Buffer;
  key: Buffer;
  /** Whether to tell browsers to use https only, on every port of this host name. */
  isHttpsOnly: boolean;
  /**
   * Starts renewal and, with the server's own authority, the welcome page for phones. To be called once the server listens. Returns lines
   * for the terminal.
   * @param where `pagePort` is the welcome page's port, 0 for any
   */
  start(app: FastifyInstance, where: { host: string; port: number; pagePort: number; texts: Texts }): Promise<string[]>;
  stop(): void;
}

/** A changed address, a certificate that expires soon, or a replaced file is noticed within this time. */
const renewalCheckMs = 3_600_000;

export async function prepareTls(options: TlsOptions | null): Promise<Tls | null> {
  if (options === null) return null;
  return options.kind === 'local' ? prepareLocal(options) : prepareFiles(options);
}

function prepareFiles(files: { certFile: string; keyFile: string; isHttpsOnly: boolean }): Tls {
  const initialPair = readFiles(files);
  let renewal: NodeJS.Timeout | null = null;
  return {
    ...initialPair,
    isHttpsOnly: files.isHttpsOnly,
    async start(app) {
      renewal = renewRegularly(app, initialPair, async () => readFiles(files));
      return [];
    },
    stop() {
      if (renewal !== null) clearInterval(renewal);
    },
  };
}

/** `--host localhost` makes a server for each address of localhost. Fastify lists all but the first only under an internal symbol. */
function serversOf(app: Pick<FastifyInstance, 'server'>): HttpsServer[] {
  const bindings = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  const otherServers = bindings === undefined ? [] : (app as unknown as Record<symbol, HttpsServer[]>)[bindings];
  return [app.server as unknown as HttpsServer, ...(otherServers ?? [])];
}

/** Reads the certificate every hour, and serves a changed one from then on. Open connections stay. */
function renewRegularly<Pair extends { cert: string | Buffer; key: string | Buffer }>(
  app: Pick<FastifyInstance, 'server'>,
  initialPair: Pair,
  read: () => Promise<Pair>,
): NodeJS.Timeout {
  let currentPair = initialPair;
  async function renew(): Promise<void> {
    const newPair = await read();
    if (String(newPair.cert) === String(currentPair.cert)) return;
    for (const server of serversOf(app)) server.setSecureContext({ cert: newPair.cert, key: newPair.key });
    currentPair = newPair;
  }
  // If reading fails, it is retried in an hour, because for a moment files may be absent or only one of them renewed.
  return setInterval(() => void renew().catch(() => undefined), renewalCheckMs).unref();
}

async function prepareLocal({ folder, names }: { folder: string; names: string[] }): Promise<Tls> {
  // Loaded lazily, because loading takes a tenth of a second.
  const { readLocalCertificate } = await import('../local-tls/local-certificate.ts');
  const { createWelcomeServer } = await import('../local-tls/welcome-page.ts');
  let currentCertificate = await readLocalCertificate({ folder, extraNames: names }).catch((error: unknown) => {
    throw new StartFailure((texts, wording) => texts.tls.badFolder(folder, reasonOf(error, wording)));
  });
  let welcome: Server | null = null;
  let renewal: NodeJS.Timeout | null = null;
  return {
    cert: Buffer.from(currentCertificate.certificate),
    key: Buffer.from(currentCertificate.key),
    isHttpsOnly: false,
    async start(app, { host, port, pagePort, texts: { start: texts } }) {
      const addresses = (): string[] =>
        [...names, ...currentCertificate.homeAddresses].map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}/`);
      renewal = renewRegularly(app, { cert: currentCertificate.certificate, key: currentCertificate.key }, async () => {
        currentCertificate = await readLocalCertificate({ folder, extraNames: names });
        return { cert: currentCertificate.certificate, key: currentCertificate.key };
      });
      welcome = createWelcomeServer(() => ({ authority: currentCertificate.authority, addresses: addresses() }));
      const welcomePort = await listen(welcome, host, pagePort);
      const lines = authorityLines(currentCertificate.authority, folder, texts);
      if (welcomePort === null) return [...lines, texts.tls.pageTaken(pagePort)];
      const pages = currentCertificate.homeAddresses.map((address) => `http://${address}:${welcomePort}/`);
      return [...lines, texts.tls.page(pages.join(texts.ready.or) || texts.tls.pageOnPort(welcomePort))];
    },
    stop() {
      if (renewal !== null) clearInterval(renewal);
      welcome?.close();
      welcome?.closeAllConnections();
    },
  };
}

function authorityLines({ fingerprint, constraints, isReplaced }: Authority, folder: string, { tls }: Texts['start']): string[] {
  const lines = [tls.fingerprint(fingerprint)];
  if (isReplaced) lines.push(tls.replaced);
  if (constraints === null) lines.push(tls.unlimited(folder));
  return lines;
}

/** Resolves to the port, or to null if it cannot be opened; usually it is taken. */
function listen(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function readFiles(files: { certFile: string; keyFile: string }): { cert: Buffer; key: Buffer } {
  const read = (what: 'certificateUnreadable' | 'keyUnreadable', file: string): Buffer => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new StartFailure((texts, wording) => texts.tls[what](file, reasonOf(error, wording)));
    }
  };
  const tls = { cert: read('certificateUnreadable', files.certFile), key: read('keyUnreadable', files.keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new StartFailure((texts, wording) => texts.tls.badPair(files.certFile, files.keyFile, reasonOf(error, wording)));
  }
  return tls;
}

/** The usual certificate authorities, plus the one in this file. */
export function readAuthorities(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8');
    createSecureContext({ ca: text });
    if (text.includes('-----BEGIN CERTIFICATE-----')) return [...rootCertificates, text];
  } catch (error) {
    throw new StartFailure((texts, wording) => texts.tls.badAuthority(file, reasonOf(error, wording)));
  }
  throw new StartFailure((texts) => texts.tls.noAuthority(file));
}

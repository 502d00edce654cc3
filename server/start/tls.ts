// Provides the certificate for https: files given by a person, or one from this server's own certificate authority. Called by run.ts.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Authority } from '../local-tls/local-certificate.ts';
import type { TlsOptions } from './options.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

export interface Tls {
  cert: Buffer;
  key: Buffer;
  /** Tells browsers to use https only, on every port of this host name. */
  isHttpsOnly: boolean;
  /**
   * Starts renewal and the page for phones. Call it once the server listens. Returns lines for the terminal.
   * @param where `pagePort` is the page's port, 0 for any
   */
  start(app: FastifyInstance, where: { host: string; port: number; pagePort: number }): Promise<string[]>;
  stop(): void;
}

/** A changed address or a certificate that is about to expire is noticed within this time. */
const renewalCheckMs = 3_600_000;

export async function prepareTls(options: TlsOptions | null): Promise<Tls | null> {
  if (options === null) return null;
  if (options.kind === 'local') return prepareLocal(options);
  return { ...readFiles(options), isHttpsOnly: options.isHttpsOnly, start: async () => [], stop: () => {} };
}

async function prepareLocal({ folder, names }: { folder: string; names: string[] }): Promise<Tls> {
  // Loaded lazily, because loading takes a tenth of a second.
  const { readLocalCertificate } = await import('../local-tls/local-certificate.ts');
  const { createWelcomeServer } = await import('../local-tls/welcome-page.ts');
  let current = await readLocalCertificate({ folder, extraNames: names }).catch((error: unknown) => {
    throw new StartFailure(`The certificate folder ${folder} cannot be used: ${reasonOf(error)}.`);
  });
  let welcome: Server | null = null;
  let renewal: NodeJS.Timeout | null = null;
  return {
    cert: Buffer.from(current.certificate),
    key: Buffer.from(current.key),
    isHttpsOnly: false,
    async start(app, { host, port, pagePort }) {
      const addresses = (): string[] => [...names, ...current.homeAddresses].map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}/`);
      renewal = setInterval(() => {
        void readLocalCertificate({ folder, extraNames: names }).then(
          (next) => {
            if (next.certificate === current.certificate) return;
            current = next;
            (app.server as unknown as HttpsServer).setSecureContext({ cert: next.certificate, key: next.key });
          },
          () => undefined, // the folder is absent for a moment: retried in an hour
        );
      }, renewalCheckMs).unref();
      welcome = createWelcomeServer(() => ({ authority: current.authority, addresses: addresses() }));
      const welcomePort = await listen(welcome, host, pagePort);
      const lines = authorityLines(current.authority, folder);
      if (welcomePort === null) return [...lines, `The page that sets up phones could not be opened: port ${pagePort} is already in use.`];
      const pages = current.homeAddresses.map((address) => `http://${address}:${welcomePort}/`);
      return [
        ...lines,
        `On each phone or tablet, open this page once so that it trusts this server: ${pages.join(' or ') || `port ${welcomePort}, at this computer’s address`}`,
      ];
    },
    stop() {
      if (renewal !== null) clearInterval(renewal);
      welcome?.close();
      welcome?.closeAllConnections();
    },
  };
}

function authorityLines({ fingerprint, constraints, isReplaced }: Authority, folder: string): string[] {
  const lines = [`The certificate that devices have to trust has the SHA-256 fingerprint ${fingerprint}`];
  if (isReplaced) lines.push('It is new, because the previous one does not cover the names given with --tls-name: every device has to trust it again.');
  if (constraints === null)
    lines.push(
      `It was made by an earlier version and is valid for any site. To replace it with one that is limited to home networks, stop the server, delete ${folder}, start it again, and let every device trust the new one.`,
    );
  return lines;
}

/** Null: the port is taken. */
function listen(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function readFiles(files: { certFile: string; keyFile: string }): { cert: Buffer; key: Buffer } {
  const read = (what: string, file: string): Buffer => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new StartFailure(`The ${what} ${file} cannot be read: ${reasonOf(error)}.`);
    }
  };
  const tls = { cert: read('certificate', files.certFile), key: read('key', files.keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new StartFailure(`The certificate ${files.certFile} and the key ${files.keyFile} cannot be used: ${reasonOf(error)}.`);
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
    throw new StartFailure(`The certificate authority ${file} cannot be used: ${reasonOf(error)}. Check --archive-ca.`);
  }
  throw new StartFailure(`The certificate authority ${file} contains no certificate in PEM format. Check --archive-ca.`);
}

// Reads this server's certificate for the home network from the data folder, and reissues it when it expires soon or the server has a new
// name or address. A crash does no harm, because files get their names only when complete, and a mismatched pair is reissued.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { constraintsOf, createAuthority, issueCertificate, type KeyAndCertificate } from './issue.ts';
import { homeConstraints, isPermitted, type Constraints } from './name-constraints.ts';

export interface LocalCertificate {
  certificate: string;
  key: string;
  authority: Authority;
  /** This server's addresses in the home network, the likeliest first. */
  homeAddresses: string[];
}

export interface Authority {
  /** The certificate that devices should trust, in PEM form. */
  certificate: string;
  /** SHA-256, as systems show it: hexadecimal pairs with colons. */
  fingerprint: string;
  /** Null if an earlier version made the authority without constraints, so that it is valid for any name. */
  constraints: Constraints | null;
  /** Whether the authority was just made because a requested name is outside the previous one's constraints. */
  isReplaced: boolean;
}

/** Early enough for a server that runs only once a week. */
const renewBeforeMs = 30 * 86_400_000;

export interface LocalCertificateOptions {
  /** The folder of the files; created if it does not exist. */
  folder: string;
  /** Names and addresses requested by a person, besides those of this computer. */
  extraNames?: readonly string[];
  nowMs?: number;
  hostName?: string;
  homeAddresses?: string[];
}

export async function readLocalCertificate({
  folder,
  extraNames = [],
  nowMs = Date.now(),
  hostName = os.hostname().toLowerCase(),
  homeAddresses = interfaceAddresses(),
}: LocalCertificateOptions): Promise<LocalCertificate> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const { pair, authority } = await readAuthority(folder, { extraNames, nowMs, hostName });
  const mayCertify = (name: string): boolean => authority.constraints === null || isPermitted(authority.constraints, name);
  // A single name outside the constraints would make the whole certificate invalid.
  const names = namesOf(hostName, extraNames, homeAddresses).filter(mayCertify);
  const existingPair = readUsable(folder, 'server', nowMs, names);
  const isIssuedByAuthority =
    existingPair !== null &&
    !isIssuedAhead(existingPair, pair, nowMs) &&
    new X509Certificate(existingPair.certificate).verify(new X509Certificate(pair.certificate).publicKey);
  const serverPair = isIssuedByAuthority ? existingPair : saveFiles(folder, 'server', await issueCertificate(pair, names, nowMs));
  return { ...serverPair, authority, homeAddresses: homeAddresses.filter(mayCertify) };
}

async function readAuthority(folder: string, { extraNames, nowMs, hostName }: { extraNames: readonly string[]; nowMs: number; hostName: string }) {
  const storedPair = restoreEarlier(folder, nowMs) ?? readUsable(folder, 'authority', nowMs, []);
  const constraints = storedPair === null ? null : constraintsOf(storedPair.certificate);
  // Only requested names must be permitted. If the computer's own name has changed, the new name may be outside the constraints, but the
  // computer can still be reached under .local.
  const isTooNarrow = constraints !== null && !extraNames.every((name) => isPermitted(constraints, name));
  if (storedPair !== null && !isTooNarrow) return { pair: storedPair, authority: toAuthority(storedPair, false) };
  const expiredPair = storedPair === null ? readUsable(folder, 'authority', 0, []) : null;
  if (expiredPair !== null) saveFiles(folder, 'earlier-authority', expiredPair);
  const pair = saveFiles(folder, 'authority', await createAuthority(`Stowaway on ${hostName}`, homeConstraints([hostName, ...extraNames]), nowMs));
  return { pair, authority: toAuthority(pair, isTooNarrow) };
}

/**
 * Restores the authority that devices trust, if it was replaced because the clock was ahead by years and it seemed to have expired. Returns
 * null if there is nothing to restore.
 */
function restoreEarlier(folder: string, nowMs: number): KeyAndCertificate | null {
  const currentPair = readUsable(folder, 'authority', nowMs, []);
  const earlierPair = readUsable(folder, 'earlier-authority', nowMs, []);
  if (currentPair === null || earlierPair === null || !isIssuedAhead(currentPair, earlierPair, nowMs)) return null;
  return saveFiles(folder, 'authority', earlierPair);
}

function toAuthority({ certificate }: KeyAndCertificate, isReplaced: boolean): Authority {
  return { certificate, fingerprint: new X509Certificate(certificate).fingerprint256, constraints: constraintsOf(certificate), isReplaced };
}

function namesOf(hostName: string, extraNames: readonly string[], homeAddresses: readonly string[]): string[] {
  // Names without a dot are announced in the home network under .local.
  const ownNames = hostName.includes('.') ? [hostName] : [hostName, `${hostName}.local`];
  return [...new Set([...ownNames, ...extraNames, 'localhost', '127.0.0.1', ...homeAddresses])];
}

function interfaceAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address);
}

type Kind = 'authority' | 'earlier-authority' | 'server';
const filePaths = (folder: string, kind: Kind) => ({ certificate: path.join(folder, `${kind}.crt`), key: path.join(folder, `${kind}.key`) });

/** Reads a certificate and its key. Returns null if there is none, or if it expires soon, lacks a name, or does not match its key. */
function readUsable(folder: string, kind: Kind, nowMs: number, names: readonly string[]): KeyAndCertificate | null {
  const files = filePaths(folder, kind);
  if (!existsSync(files.certificate) || !existsSync(files.key)) return null;
  const pair = { certificate: readFileSync(files.certificate, 'utf8'), key: readFileSync(files.key, 'utf8') };
  try {
    const certificate = new X509Certificate(pair.certificate);
    const isValidLongEnough = Date.parse(certificate.validTo) - nowMs > renewBeforeMs;
    const hasNames = names.every((name) => certificate.checkHost(name) !== undefined || certificate.checkIP(name) !== undefined);
    return isValidLongEnough && hasNames && certificate.checkPrivateKey(createPrivateKey(pair.key)) ? pair : null;
  } catch {
    return null; // damaged
  }
}

/**
 * Whether the certificate is not valid yet, because it was issued while the clock was ahead. If the older one is not valid yet either, the
 * clock is probably behind now, as at the start of a computer without a clock battery.
 */
function isIssuedAhead(pair: KeyAndCertificate, olderPair: KeyAndCertificate, nowMs: number): boolean {
  const isNotYetValid = ({ certificate }: KeyAndCertificate): boolean => Date.parse(new X509Certificate(certificate).validFrom) > nowMs;
  return isNotYetValid(pair) && !isNotYetValid(olderPair);
}

function saveFiles(folder: string, kind: Kind, pair: KeyAndCertificate): KeyAndCertificate {
  const files = filePaths(folder, kind);
  for (const name of ['key', 'certificate'] as const) {
    const unfinishedFile = `${files[name]}.unfinished`;
    writeFileSync(unfinishedFile, pair[name], { mode: 0o600 });
    renameSync(unfinishedFile, files[name]);
  }
  return pair;
}

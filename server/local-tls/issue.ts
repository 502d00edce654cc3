// Creates a certificate authority, and certificates issued by it, as PEM. Knows nothing of files.
import 'reflect-metadata'; // @peculiar/x509 needs it
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type JsonGeneralName,
} from '@peculiar/x509';
import { randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { decodeConstraints, encodeConstraints, nameConstraintsOid, type Constraints } from './name-constraints.ts';

export interface KeyAndCertificate {
  certificate: string;
  key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const authorityDays = 3650;
/** Phones refuse certificates valid for more than 398 days, some even from manually added authorities. */
const certificateDays = 397;

/** `name` is shown in a phone's list of authorities. Even a stolen key cannot issue valid certificates beyond the constraints. */
export async function createAuthority(name: string, constraints: Constraints, nowMs: number): Promise<KeyAndCertificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [name] }],
    ...validity(nowMs, authorityDays),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      // The authority can certify servers, but no other authority.
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new Extension(nameConstraintsOid, true, encodeConstraints(constraints)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await keyAsPem(keys.privateKey) };
}

/** `names`: host names and addresses of this server, at least one, all within the authority's constraints. */
export async function issueCertificate(authority: KeyAndCertificate, names: readonly string[], nowMs: number): Promise<KeyAndCertificate> {
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(authority.key), algorithm, false, ['sign']);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    // The subject is not a host name, because a host name here would also be checked against the constraints. Browsers check the names in
    // the extension below.
    subject: [{ CN: ['Stowaway at home'] }],
    issuer: issuer.subject,
    ...validity(nowMs, certificateDays),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map((value): JsonGeneralName => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }))),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await keyAsPem(keys.privateKey) };
}

/** Reads the constraints of an authority made by createAuthority; null if an earlier version made it, without constraints. */
export function constraintsOf(certificate: string): Constraints | null {
  const extension = new X509Certificate(certificate).getExtension(nameConstraintsOid);
  return extension === null ? null : decodeConstraints(extension.value);
}

/** The validity begins a day ago, for devices whose clock is behind. */
function validity(nowMs: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(nowMs - dayMs), notAfter: new Date(nowMs + (days - 1) * dayMs) };
}

/** A positive number of fixed length, which every implementation accepts. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

async function keyAsPem(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

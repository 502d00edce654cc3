// Parses the address of the archive that requests are forwarded to, and describes why that archive cannot be reached. Pure.
import { createHash } from 'node:crypto';

export interface RemoteArchive {
  /** Scheme, host and port. */
  origin: string;
  host: string;
  /** Prefix of every path at the archive, without a trailing slash; usually empty. */
  basePath: string;
  /** Sent to the client as `X-Archive-Id`, so that the data of two archives at the same address is never mixed. */
  archiveId: string;
}

/** Returns null if this is not an http or https address, or if it contains a user name, a query or a fragment. */
export function remoteArchiveOf(address: string): RemoteArchive | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) return null;
  const basePath = url.pathname.replace(/\/+$/, '');
  const archiveId = createHash('sha256')
    .update(url.origin + basePath)
    .digest('hex')
    .slice(0, 32);
  return { origin: url.origin, host: url.host, basePath, archiveId };
}

/** Explanations of Node's TLS error codes. */
const certificateReasons: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is not known to this server',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is not known to this server',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate authority is not known to this server',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is not known to this server',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

const unreachableReasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection',
};

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The status and message for the client if the connection to the archive failed. */
export function describeFailure({ host }: Pick<RemoteArchive, 'host'>, error: unknown): { status: 502 | 504; message: string } {
  const code = codeOf(error);
  if (timeoutCodes.has(code)) return { status: 504, message: `The archive at ${host} took too long to answer.` };
  const certificate = certificateReasons[code];
  if (certificate) {
    const help = code.startsWith('CERT_') || code.startsWith('ERR_') ? '' : ' --archive-ca FILE names an authority to trust.';
    return { status: 502, message: `The certificate of the archive at ${host} is not trusted: ${certificate}.${help}` };
  }
  return { status: 502, message: `The archive at ${host} is not answering: ${unreachableReasons[code] ?? (code || 'the reason is not known')}.` };
}

/** The error message in an answer's body, from `describeFailure` or from the archive itself; null if there is none. */
export function messageOf(payload: string): string | null {
  try {
    const { error } = JSON.parse(payload) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null; // not JSON
  }
}

/** The code of the innermost error, because each layer wraps the error of the layer below. */
function codeOf(error: unknown): string {
  let code = '';
  for (let current = error; current instanceof Error; current = current.cause) code = String((current as NodeJS.ErrnoException).code ?? code);
  return code;
}

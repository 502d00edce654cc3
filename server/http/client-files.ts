// Reads the built client (dist/), a few megabytes, into memory at the start. A rebuild while the server runs therefore never mixes two
// builds, and the inline scripts' hashes always match the served document.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface ClientFile {
  type: string;
  etag: string;
  cacheControl: string;
  /** The bytes in the best encoding that the client accepts. */
  encoded(acceptEncoding: string): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' | null }>;
  isCompressible: boolean;
}

export interface ClientFiles {
  find(urlPath: string): ClientFile | null;
  /** The addresses of all files. */
  paths: string[];
  /** The document of every navigation; null while the client has not been built. */
  document: ClientFile | null;
  /** `sha256-…` of each inline script in the document. */
  inlineScriptHashes: string[];
}

export function readClientFiles(folder: string): ClientFiles {
  const files = new Map<string, ClientFile>();
  const bytesByPath = new Map(listFiles(folder).map((file) => [`/${file.split(path.sep).join('/')}`, readFileSync(path.join(folder, file))]));
  for (const [urlPath, bytes] of bytesByPath) {
    if (/\.(br|gz)$/.test(urlPath)) continue;
    files.set(urlPath, clientFile(urlPath, bytes, { br: bytesByPath.get(`${urlPath}.br`), gzip: bytesByPath.get(`${urlPath}.gz`) }));
  }
  const document = bytesByPath.get('/index.html');
  return {
    paths: [...files.keys()],
    find: (urlPath) => files.get(urlPath) ?? null,
    document: files.get('/index.html') ?? null,
    inlineScriptHashes: document ? inlineScriptHashes(document.toString('utf8')) : [],
  };
}

export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].filter(([, attributes]) => !/\bsrc\s*=/i.test(attributes ?? ''));
  return scripts.map(
    ([, , text]) =>
      `sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}`,
  );
}

function clientFile(urlPath: string, bytes: Buffer, precompressed: { br: Buffer | undefined; gzip: Buffer | undefined }): ClientFile {
  const type = contentTypes[path.extname(urlPath)] ?? 'application/octet-stream';
  const isCompressible = /^(text|application\/(json|manifest|wasm)|image\/svg)/.test(type) && bytes.length > 1024;
  // Files that the build did not compress are compressed on first use, and the result is kept.
  const br = memoize(() => precompressed.br ?? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  const gz = memoize(() => precompressed.gzip ?? promisify(gzip)(bytes));
  return {
    type,
    isCompressible,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    // Names under /assets contain a hash of the content; all other names stay the same across builds.
    cacheControl: urlPath.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    async encoded(acceptEncoding) {
      if (isCompressible && /\bbr\b/.test(acceptEncoding)) return { bytes: await br(), encoding: 'br' };
      if (isCompressible && /\bgzip\b/.test(acceptEncoding)) return { bytes: await gz(), encoding: 'gzip' };
      return { bytes, encoding: null };
    },
  };
}

function memoize(make: () => Buffer | Promise<Buffer>): () => Promise<Buffer> {
  let result: Promise<Buffer> | null = null;
  return () => (result ??= Promise.resolve(make()));
}

function listFiles(folder: string): string[] {
  try {
    return (
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        // Hidden files are the build's own: stamps, the server's bundle.
        .filter((file) => !file.split(path.sep).some((name) => name.startsWith('.')))
    );
  } catch {
    return []; // the client has not been built
  }
}

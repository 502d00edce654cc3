// Builds the headers of every answer. The examples for nginx and Caddy have the same policy.

/**
 * Folders of Google's cast sender, whose script is added to the page only while casting is enabled (docs/decisions/408).
 * src/app/trusted-types.ts has the same list.
 */
const castSenderFolders = ['cv/js/sender', 'cast/sdk/libs/sender', 'eureka/clank'].map((folder) => `https://www.gstatic.com/${folder}/`);

/** HSTS for a year, without subdomains and without browsers' preload lists (docs/decisions/104). */
const hstsHeaders = { 'strict-transport-security': 'max-age=31536000' };

/**
 * @param inlineScriptHashes hashes of the inline scripts in the client's document, as `sha256-…`
 * @param isHttpsOnly whether to tell browsers to use https only
 */
export function securityHeaders(inlineScriptHashes: string[], { isHttpsOnly = false } = {}): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`), ...castSenderFolders].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
    // The only Trusted Types policy, which the client's first module creates (src/app/trusted-types.ts).
    'trusted-types default',
    "require-trusted-types-for 'script'",
  ];
  return {
    ...(isHttpsOnly ? hstsHeaders : {}),
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

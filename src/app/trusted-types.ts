// The first module of the client. Defines where scripts may be loaded from, in browsers that enforce Trusted Types (the archive's
// Content-Security-Policy requires them). Nothing from an archive is ever set as HTML, so no HTML is allowed.

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

/** URLs of our own origin, and workers that we created ourselves. */
export function isOwnScript(address: string, base: string): boolean {
  const { origin, protocol, pathname } = new URL(address, base);
  // A blob URL contains the origin that created it.
  return protocol === 'blob:' ? new URL(pathname).origin === new URL(base).origin : origin === new URL(base).origin;
}

/** The addresses of the cast sender's script, and of the scripts that it loads. */
const castSender = /^https:\/\/www\.gstatic\.com\/(cv\/js\/sender|cast\/sdk\/libs\/sender|eureka\/clank)\//;
let isCastAllowed = false;

/** Called only if casting is enabled, once a video is shown. */
export function allowCastSender(): void {
  isCastAllowed = true;
}

export function isCastSender(address: string, base: string): boolean {
  return castSender.test(new URL(address, base).href);
}

(globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (isOwnScript(address, location.href) || (isCastAllowed && isCastSender(address, location.href))) return address;
    throw new TypeError(`No script is loaded from ${address}`);
  },
});

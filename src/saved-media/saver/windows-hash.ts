// One hash for a whole copy, made of the hashes of its windows, which are too many to be listed outside the ledger (kept-list.ts).

/** @param windowHashes the SHA-256 of each window, in order. Resolves to the SHA-256 of their concatenation, in base64. */
export async function hashOfWindows(windowHashes: readonly ArrayBuffer[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await new Blob([...windowHashes]).arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

// The text or links that another app shared to this one (manifest.webmanifest, share_target), read from the address that was opened. Pure.

const parameters = ['share_url', 'share_text', 'share_title'] as const;

/** The shared links, one per line; without a link, the shared text. Null if nothing was shared. */
export function sharedText(search: URLSearchParams): string | null {
  const texts = parameters.map((name) => search.get(name)?.trim() ?? '').filter((text) => text !== '');
  if (texts.length === 0) return null;
  const links = texts.flatMap((text) => text.match(/https?:\/\/[^\s<>"]+/gi) ?? []);
  return [...new Set(links.length > 0 ? links : texts.slice(0, 1))].join('\n');
}

/** The given parameters without the shared content, so that a reload does not share it again. */
export function withoutShared(search: URLSearchParams): URLSearchParams {
  const remainingParameters = new URLSearchParams(search);
  for (const name of parameters) remainingParameters.delete(name);
  return remainingParameters;
}

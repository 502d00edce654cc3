// Finds the site that an address belongs to, because a refusal by one site holds back only that site's items. Pure.

/** Aliases, each with the host that stands for its site. */
const siteOfAlias: Record<string, string> = {
  'youtu.be': 'youtube.com',
  'youtube-nocookie.com': 'youtube.com',
  'twitter.com': 'x.com',
  'fb.watch': 'facebook.com',
};

/**
 * The site of every form of YouTube's addresses is `youtube.com`. The site of any other web address is its host, with the port if given.
 * For yt-dlp's own forms of addresses, the site is the host if the form contains one (`quay:127.0.0.1:8080/one`), `youtube.com` if the form
 * begins with `yt` (`ytsearch5:lighthouses`), otherwise the form's first word. Without an address, the site is `unknown`.
 */
export function siteOfAddress(address: string | null): string {
  if (address === null) return 'unknown';
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && url.host !== '') return plainHost(url.host);
  const [, word = address, host] = /^([a-z]+)\d*:(?:([\w-]+(?:\.[\w-]+)+(?::\d+)?)(?:\/|$))?/i.exec(address) ?? [];
  if (host !== undefined) return plainHost(host);
  return word.toLowerCase().startsWith('yt') ? 'youtube.com' : word.toLowerCase().slice(0, 100);
}

function plainHost(host: string): string {
  const shortHost = host.toLowerCase().replace(/^(www|m|music|mobile)\./, '');
  return siteOfAlias[shortHost] ?? shortHost;
}

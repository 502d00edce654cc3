// Messages that explain a failure to a person, with advice. Pure. yt-dlp's own messages are shown under “Details”.
import type { FailureKind } from './failures.ts';

const cookieHint = 'Store a fresh cookie from a signed-in browser';

/** Explains what is wrong with an item's video. */
export function itemMessage(kind: FailureKind): string {
  switch (kind) {
    case 'gone':
      return 'The video is gone at its source: private, removed, or no longer at its address.';
    case 'not-yet':
      return 'This stream or premiere has not ended yet. Retry when it has.';
    case 'sign-in':
      return `The site shows this video only to certain accounts. ${cookieHint} (Settings, Application), then retry.`;
    case 'region':
      return 'The site does not offer this video in the server’s country.';
    case 'protected':
      return 'The video is copy-protected (DRM) and cannot be downloaded.';
    case 'no-format':
      return 'The site does not offer this video in the chosen format. Change the format in the settings, then retry.';
    case 'unsupported':
      return 'yt-dlp found no video at this address.';
    case 'blocked':
    case 'failing':
      return 'The site delivers other videos, but keeps failing on this one.';
    default:
      return 'The video could not be downloaded. If the site has changed, a newer yt-dlp often helps.';
  }
}

/** Explains why a site is on hold, or the whole network (`site` null). */
export function holdMessage(kind: FailureKind, site: string | null): { message: string; advice: string } {
  const name = site ?? 'The site';
  switch (kind) {
    case 'network-away':
      return { message: 'This server cannot reach the internet.', advice: 'Check its connection. Downloads continue by themselves where they stopped.' };
    case 'rate-limited':
      return {
        message: `${name} has received too many requests from this server.`,
        advice: 'Wait. A longer sleep interval in the settings makes this less frequent; with an account’s cookie, the site often allows more requests.',
      };
    case 'bot-check':
      return {
        message: `${name} requires proof that this server is not a bot.`,
        advice: `${cookieHint}, or set a PO token or its provider (Settings, Application). Waiting a few hours can also help.`,
      };
    case 'sign-in-site':
      return { message: `${name} requires a signed-in account, or no longer accepts the stored cookie.`, advice: `${cookieHint} (Settings, Application).` };
    case 'blocked':
      return {
        message: `${name} refuses this server.`,
        advice: `Wait, or update yt-dlp. ${cookieHint} or set a PO token (Settings, Application) if that does not help.`,
      };
    case 'failing':
      return { message: `${name} is having problems.`, advice: 'No action is needed: downloads continue by themselves when the site works again.' };
    default:
      return { message: `${name} cannot be reached.`, advice: 'No action is needed: downloads continue by themselves when the site answers again.' };
  }
}

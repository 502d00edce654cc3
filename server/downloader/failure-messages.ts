// Messages that explain a failure to a person, with advice. Pure. The program's own error messages are shown under “Details”.
import type { FailureKind } from './failures.ts';

const cookieHint = 'Store a fresh cookie from a signed-in browser';

/** Explains what is wrong with an item's video. */
export function itemMessage(kind: FailureKind): string {
  switch (kind) {
    case 'gone':
      return 'It is gone at its source: private, removed, or no longer at its address.';
    case 'not-yet':
      return 'It has not begun, or is still being broadcast. Retry when it has ended.';
    case 'sign-in':
      return `The site shows it only to certain accounts. ${cookieHint} (Settings, Application), then retry.`;
    case 'region':
      return 'The site does not offer it in this server’s country.';
    case 'protected':
      return 'It is copy-protected (DRM) and cannot be downloaded.';
    case 'no-format':
      return 'The site does not offer it in the chosen format. Change the format in the settings, then retry.';
    case 'unsupported':
      return 'yt-dlp finds no video at this address.';
    case 'blocked':
    case 'failing':
      return 'The site sends other videos but keeps failing at this one.';
    default:
      return 'It could not be downloaded. A newer yt-dlp often helps where a site has changed.';
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
        message: `${name} was asked too often and wants a pause.`,
        advice: 'Wait. A longer sleep interval in the settings makes it rarer; with the cookie of an account it often allows more.',
      };
    case 'bot-check':
      return {
        message: `${name} wants proof that this server is not a bot.`,
        advice: `${cookieHint}, or set a PO token or its provider (Settings, Application). Waiting a few hours can help, too.`,
      };
    case 'sign-in-site':
      return { message: `${name} wants a signed-in account, or no longer accepts the stored cookie.`, advice: `${cookieHint} (Settings, Application).` };
    case 'blocked':
      return {
        message: `${name} refuses this server.`,
        advice: `Wait, or update yt-dlp. ${cookieHint} or set a PO token (Settings, Application) if that does not help.`,
      };
    case 'failing':
      return { message: `${name} has a problem of its own.`, advice: 'Nothing needs to be done: downloads continue by themselves when it is fixed.' };
    default:
      return { message: `${name} cannot be reached.`, advice: 'Nothing needs to be done: downloads continue by themselves when it answers again.' };
  }
}

// What a failure means to a person, and what can be done. Pure; the program's own words are shown under “Details”.
import type { FailureKind } from './failures.ts';

const cookieWords = 'Store a fresh cookie of a signed-in browser';

/** For an item: what is wrong with this video. */
export function itemWords(kind: FailureKind): string {
  switch (kind) {
    case 'gone':
      return 'It is gone at its source: private, removed, or there is nothing at its address any more.';
    case 'not-yet':
      return 'It has not begun, or is still being broadcast. Retry when it has ended.';
    case 'sign-in':
      return `The site shows it only to accounts that may see it. ${cookieWords} (Settings, Application), then retry.`;
    case 'region':
      return 'The site does not offer it in this server’s country.';
    case 'protected':
      return 'It is copy-protected (DRM) and cannot be downloaded.';
    case 'no-format':
      return 'The site does not offer it in the wanted format. Change the format in the settings, then retry.';
    case 'unsupported':
      return 'yt-dlp finds no video at this address.';
    case 'blocked':
    case 'failing':
      return 'The site sends its other videos and keeps failing at this one.';
    default:
      return 'It could not be downloaded. A newer yt-dlp often helps where a site has changed.';
  }
}

/** For a site that is held back, or for the whole network (`site` null). */
export function holdWords(kind: FailureKind, site: string | null): { message: string; advice: string } {
  const name = site ?? 'The site';
  switch (kind) {
    case 'network-away':
      return { message: 'This server cannot reach the internet.', advice: 'Check its connection. Downloads go on by themselves where they stopped.' };
    case 'rate-limited':
      return {
        message: `${name} was asked too often and wants a pause.`,
        advice: 'Wait. A longer sleep interval in the settings makes it rarer; a cookie of an account is often allowed more.',
      };
    case 'bot-check':
      return {
        message: `${name} wants proof that this server is not a bot.`,
        advice: `${cookieWords}, or set a PO token or its provider (Settings, Application). Waiting some hours can help, too.`,
      };
    case 'sign-in-site':
      return { message: `${name} wants a signed-in account, or no longer takes the stored cookie.`, advice: `${cookieWords} (Settings, Application).` };
    case 'blocked':
      return {
        message: `${name} refuses this server.`,
        advice: `Wait, or update yt-dlp. ${cookieWords} or set a PO token (Settings, Application) if it stays so.`,
      };
    case 'failing':
      return { message: `${name} has an error of its own.`, advice: 'Nothing needs to be done: downloads go on by themselves when it is mended.' };
    default:
      return { message: `${name} cannot be reached.`, advice: 'Nothing needs to be done: downloads go on by themselves when it answers again.' };
  }
}

/** German texts of the search screen. */
import { count, duration, spokenDuration } from '../formats.ts';
import { plural } from '../plural.ts';
import type { searchTexts } from '../search.ts';
import type { Translation } from '../translated.ts';

const results = (n: number) => `${count(n)} ${plural(n, 'Ergebnis', 'Ergebnisse')}`;

export const search: Translation<typeof searchTexts> = {
  title: 'Suche',
  label: 'Suche',
  placeholder: 'Etwa fog, full:gesprochene Worte oder video: channel:name',
  placeholderShort: 'Titel, Name oder full:Worte',
  clear: 'Leeren',
  keywords: 'Schlüsselwörter',
  help: 'So suchen Sie',
  hideHelp: 'Hilfe ausblenden',
  results,
  fromDevice: 'sofort von diesem Gerät',
  fromServer: 'vom Server',
  serverAdded: (n) => (n === 0 ? 'der Server fand nichts weiter' : `der Server fand ${count(n)} weitere`),
  asking: 'der Server wird gefragt\u00a0…',
  searching: 'Suche läuft\u00a0…',
  offline: 'offline, daher nur, was dieses Gerät kennt',
  serverAway: 'Ihr Server antwortet nicht, daher nur, was dieses Gerät kennt',
  signedOut: 'Sie wurden abgemeldet, daher nur, was dieses Gerät kennt',
  serverFailed: 'der Server konnte nicht antworten',
  kept: (when) => `die Antwort des Servers: Stand ${when}`,
  videos: 'Videos',
  channels: 'Kanäle',
  playlists: 'Playlists',
  fulltext: 'Volltext',
  noVideos: 'Keine Videos gefunden\u00a0…',
  noChannels: 'Keine Kanäle gefunden\u00a0…',
  noPlaylists: 'Keine Playlists gefunden\u00a0…',
  noFulltext: 'Keine Volltexttreffer gefunden.',
  fulltextNeedsServer: 'Was in nicht hier gespeicherten Videos gesagt wird, kann nur der Server durchsuchen, und er antwortet nicht.',
  fulltextOfSaved: 'Nur, was in hier gespeicherten Videos gesagt wird. Den Rest durchsucht der Server, und er antwortet nicht.',
  playFrom: (start, end) => `${duration(start)} bis ${duration(end)}`,
  playFromSpoken: (title, start) => `${title} abspielen ab ${spokenDuration(start)}`,
  score: (score) => `Trefferwert ${score}`,
  autoSubtitles: 'automatisch',
  recent: 'Letzte Suchen',
  searchAgain: (query) => `Nach ${query} suchen`,
  forget: (query) => `${query} vergessen`,
  forgetAll: 'Alle vergessen',
  cheatSheet: 'Suchtipps',
  cheatIntro:
    'Wörter finden Titel und Namen. Jedes Wort muss passen; das letzte darf ein Anfang sein. Ein Schlüsselwort nimmt alle Wörter nach ihm, andere Wörter stehen daher davor.',
  insert: (example) => `Nach ${example} suchen`,
  cheats: [
    { keyword: 'video:', what: 'Nur Videos, nach Titel und Tags', example: 'video:fog' },
    { keyword: 'channel:', what: 'Nur Kanäle. Nach video: oder full: nur ein Kanal', example: 'channel:harbour' },
    { keyword: 'playlist:', what: 'Nur Playlists', example: 'playlist:walks' },
    { keyword: 'full:', what: 'Was in Videos gesagt wird, in ihren Untertiteln', example: 'full:good morning' },
    { keyword: 'active:yes/no', what: 'An der Quelle noch da oder nicht. Mit video:, channel: oder playlist:', example: 'video: active:no' },
    { keyword: 'subscribed:yes/no', what: 'Mit channel: oder playlist:', example: 'channel: subscribed:yes' },
    { keyword: 'lang:', what: 'Sprache der Untertitel, zwei Buchstaben. Mit full:', example: 'full:fog lang:en' },
    { keyword: 'source:auto/user', what: 'Automatische oder hochgeladene Untertitel. Mit full:', example: 'full:fog source:user' },
    { keyword: 'fuzzy:', what: 'Wie viele Buchstaben falsch sein dürfen: no, 1, 2 oder auto', example: 'foog fuzzy:2' },
  ],
};

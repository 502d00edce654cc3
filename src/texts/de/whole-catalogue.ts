/** German texts of the row about the whole catalogue, on the settings of this device. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { wholeCatalogueTexts } from '../whole-catalogue.ts';
import type { Translation } from '../translated.ts';

const videos = (number: number): string => `${count(number)} ${plural(number, 'Video', 'Videos')}`;
const channels = (number: number): string => `${count(number)} ${plural(number, 'Kanal', 'Kanäle')}`;
const playlists = (number: number): string => `${count(number)} ${plural(number, 'Playlist', 'Playlists')}`;

export const wholeCatalogue: Translation<typeof wholeCatalogueTexts> = {
  label: 'Ganzer Katalog',
  help: 'Titel, Datum und Beschreibung aller Videos, damit jede Liste, jeder Filter und jede Suche ohne den Server funktioniert. Nie bei getakteter Verbindung.',
  reading: (read, total) => `Gelesen: ${count(Math.min(read, total))} von ${videos(total)}`,
  readingChannels: (read, channel, ofChannels) => `Gelesen: ${videos(read)}, Kanal ${count(Math.min(channel, ofChannels))} von ${count(ofChannels)}`,
  beginning: 'Die Videos des Servers werden gezählt\u00a0…',
  progress: 'Lesefortschritt',
  paused: 'Angehalten.',
  waitsForServer: 'Geht weiter, sobald der Server antwortet.',
  waitsForNetwork: 'Geht weiter, sobald das Netz nicht mehr getaktet ist.',
  asOf: (when, of) => `Stand ${when}: ${videos(of.videos)}, ${channels(of.channels)}, ${playlists(of.playlists)}`,
  unreached: (number) => `${videos(number)} ${plural(number, 'konnte', 'konnten')} nicht gelesen werden, weil die Listen des Servers vorher enden.`,
  failedLists: (number) => `${count(number)} ${plural(number, 'Liste konnte', 'Listen konnten')} nicht gelesen werden.`,
  large: (number, isCapped) => (isCapped ? `Der Server hat mehr als ${videos(number)}.` : `Der Server hat ${videos(number)}.`),
  pause: 'Anhalten',
  goOn: 'Fortsetzen',
  again: 'Neu lesen',
};

/**
 * German texts of up next, the videos that play after the current one. The word „Warteschlange“ is never used for it, because that means
 * the archive's downloads.
 */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { queueTexts } from '../queue.ts';
import type { Translation } from '../translated.ts';

export const queue: Translation<typeof queueTexts> = {
  upNext: 'Als Nächstes',
  nextIn: (seconds) => `Weiter in ${seconds} s`,
  next: (title) => `Nächstes: ${title}`,
  nextIsAway: 'Das nächste Video braucht den Server',
  playsNext: (title) => `Läuft als Nächstes: ${title}`,
  added: (title) => `Angefügt: ${title}`,
  emptyTitle: 'Danach kommt nichts',
  emptyText: 'Wählen Sie „Als Nächstes abspielen“ oder „Hinten anfügen“ im Menü eines Videos, oder spielen Sie eine Playlist ab.',
  queue: 'Von Ihnen gewählt',
  from: (name) => `Aus ${name}`,
  order: (title) => `Platz von ${title}`,
  playNow: (title) => `${title} jetzt abspielen`,
  removeNamed: (title) => `${title} aus „Als Nächstes“ entfernen`,
  removed: (title) => `Entfernt: ${title}`,
  moved: (title, place, n) => `${title} ist jetzt auf Platz ${count(place)} von ${count(n)}`,
  clear: '„Als Nächstes“ leeren',
  cleared: (n) => `${count(n)} ${plural(n, 'Video', 'Videos')} aus „Als Nächstes“ entfernt`,
  playAll: 'Alle abspielen',
  shuffle: 'Zufällig',
  loop: 'Wiederholen',
  stop: 'Nach diesem anhalten',
  stopped: (name) => `${name} wird nicht fortgesetzt`,
  knownOnly: 'Das ist nur der Teil, den dieses Gerät kennt. Der Rest folgt, wenn der Server antwortet.',
  playsKnown: (name) => `Spielt den Teil von ${name}, den dieses Gerät kennt`,
  more: (n) => `und ${count(n)} ${plural(n, 'weiteres', 'weitere')}`,
  history: 'Zuvor abgespielt',
  clearHistory: 'Verlauf leeren',
};

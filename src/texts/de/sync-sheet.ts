/** German texts of the sync sheet. */
import { count, duration } from '../formats.ts';
import { plural } from '../plural.ts';
import type { syncSheetTexts } from '../sync-sheet.ts';
import { changes } from './sync.ts';
import type { Translation } from '../translated.ts';

const line = (icon: string, label: string) => ({ icon, label });
const mark = (isWatched: boolean, watched: string, unwatched: string) => (isWatched ? line('eye', watched) : line('eye-struck', unwatched));
const wait = (n: number) => `${changes(n)} ${plural(n, 'wartet', 'warten')}`;
const leftAlone = (n: number) =>
  `${count(n)} ${plural(n, 'seither dazugekommenes oder geändertes Video wurde', 'seither dazugekommene oder geänderte Videos wurden')} nicht markiert.`;
const queueTexts = {
  pending: 'Zurück in die Warteschlange',
  ignore: 'In der Warteschlange ignoriert',
  priority: 'Jetzt herunterladen',
  forgotten: 'Aus der Warteschlange entfernt',
};

export const syncSheet: Translation<typeof syncSheetTexts> = {
  sheet: {
    title: 'Sync',
    upToDate: 'Aktuell',
    syncing: (n) => `${changes(n)} ${plural(n, 'wird', 'werden')} gesendet`,
    offlineSince: (when) => `Offline seit ${when}`,
    awaySince: (when) => `Ihr Server antwortet seit ${when} nicht`,
    captive: 'Dieses WLAN verlangt erst eine Anmeldung',
    proxyLogin: 'Vor Ihrem Server steht eine Anmeldeseite',
    signedOut: 'Sie wurden abgemeldet',
    degraded: 'Ihr Server antwortet, aber nicht jedes Mal',
    waiting: (n) => `${changes(n)} zu senden`,
    waitHere: (n) => `${wait(n)} auf diesem Gerät und ${plural(n, 'wird', 'werden')} gesendet, wenn der Server antwortet.`,
    waitForLogin: (n) => `${wait(n)} auf diesem Gerät. Melden Sie sich an, um sie zu senden.`,
    nothingWaits: 'Auf diesem Gerät wartet nichts.',
    ofOtherVersion: (n) => `${changes(n)} aus einer anderen Version der App`,
    waitForVersion: (n) => `${plural(n, 'Wird', 'Werden')} gesendet, wenn die App aktuell ist.`,
    changesForVersion: (n) => `${wait(n)} auf eine andere Version der App.`,
    goOutOnTheirOwn: (n) => `${plural(n, 'Wird', 'Werden')} gesendet, wenn der Server antwortet.`,
    restIsSent: 'Alles andere ist gesendet.',
    needsYou: 'Zu klären',
    waitingList: 'Wartet auf Sync',
    sending: 'wird gesendet',
    serverFails: 'Der Server scheitert immer wieder an dieser Änderung. Neue Versuche folgen automatisch.',
    waitsForVersion: 'Diese Version der App kennt die Änderung nicht. Sie wird gesendet, wenn die App aktuell ist.',
    waitsBehindVersion: 'Wartet auf eine frühere Änderung, die von einer anderen Version der App stammt.',
    waitsForRefused: (subject) => `Wartet auf „${subject}“; der Server hat es abgelehnt.`,
    behindRefused: (n) => `${wait(n)} auf etwas, das der Server abgelehnt hat.`,
    thisCopy: 'Diese Kopie',
    videos: 'Videos',
    channels: 'Kanäle',
    copyOf: (n, when) => (n === 0 ? 'noch keine kopiert' : when ? `${count(n)} · ${when}` : count(n)),
    lastAnswer: 'Letzter Kontakt',
    never: 'noch keiner',
    discardAll: 'Alle verwerfen',
    tryNow: 'Jetzt versuchen',
    syncNow: 'Jetzt synchronisieren',
    retry: 'Erneut versuchen',
    discard: 'Verwerfen',
    discardOne: (what) => `Diese Änderung verwerfen: ${what}`,
    discardQuestion: (n) => `${changes(n)} verwerfen?`,
    discardText: (n) => `${plural(n, 'Diese Änderung hat', 'Diese Änderungen haben')} den Server nicht erreicht.`,
    keep: 'Behalten',
  },
  /** Changes that were not sent to any server. */
  unsent: {
    export: (n) => `${changes(n)} in eine Datei exportieren`,
    fileName: 'unsent-changes.json',
    notExported: 'Die Änderungen konnten nicht exportiert werden.',
  },
  /** The next step for a waiting change. */
  next: {
    offline: 'Wartet auf ein Netz.',
    unreachable: 'Wartet, bis Ihr Server antwortet.',
    captive: 'Wartet, bis Sie sich in diesem WLAN angemeldet haben.',
    'proxy-login': 'Wartet, bis Sie sich an Ihrem Server angemeldet haben.',
    'signed-out': 'Wartet, bis Sie sich anmelden.',
    due: 'Wird als Nächstes gesendet.',
    soon: 'Wird in ein paar Sekunden gesendet.',
    againSoon: 'Neuer Versuch innerhalb einer Minute.',
    againAt: (when) => `Neuer Versuch um ${when}.`,
  },
  /** The effects of Retry and Discard, for each reason of a refusal. */
  choices: {
    forbidden: '„Erneut versuchen“ gelingt erst, wenn dieses Konto die Berechtigung hat. Bei „Verwerfen“ gilt der Stand des Servers.',
    refused: '„Erneut versuchen“ sendet die Änderung noch einmal, wie sie ist. Bei „Verwerfen“ bleibt, was der Server hat.',
    gone: '„Erneut versuchen“ sendet die Änderung noch einmal. „Verwerfen“ streicht sie.',
    ask: '„Erneut versuchen“ sendet Ihre Änderung trotzdem. Bei „Verwerfen“ bleibt die Änderung des anderen Geräts.',
    unsure: '„Erneut versuchen“ führt die Änderung noch einmal aus. „Verwerfen“ lässt alles, wie es ist.',
    also: (n) => `Beides gilt auch für ${changes(n)}, ${plural(n, 'die davon abhängt', 'die davon abhängen')}.`,
  },
  history: {
    title: (n) => `Zuletzt gesendet (${count(n)})`,
    sent: 'Gesendet.',
    there: 'Schon auf dem Server.',
    superseded: 'Nicht gesendet: Eine anderswo vorgenommene Änderung hat Vorrang.',
    made: (when) => `Vorgenommen: ${when}`,
  },
  /** Shown in a toast after a mark of a whole channel or playlist was sent. `n`: the number of videos that were not marked. */
  leftAloneToast: (n) => `Markierung eines Kanals oder einer Playlist gesendet. ${leftAlone(n)}`,
  /** The same text without its first sentence, shown with the mark in the list of sent changes. */
  leftAlone,
  parked: {
    /** The server's own message. */
    said: (message) => `Der Server meldet: ${message}`,
    forbidden: 'Der Server meldet: verboten. Dieses Konto darf das nicht.',
    gone: 'Nicht mehr im Archiv.',
    ask: 'Seither auf einem anderen Gerät geändert.',
    refused: 'Der Server hat diese Änderung abgelehnt.',
    unsure: 'Die Antwort des Servers ging verloren. Vielleicht hat der Server diese Änderung schon ausgeführt.',
  },
  /** The user's action, by the kind of the change; shown with its icon. */
  kinds: {
    'mark-video-watched': ({ isWatched }) => mark(isWatched, 'Als gesehen markiert', 'Als ungesehen markiert'),
    'mark-channel-watched': ({ isWatched }) => mark(isWatched, 'Einen ganzen Kanal als gesehen markiert', 'Einen ganzen Kanal als ungesehen markiert'),
    'mark-playlist-watched': ({ isWatched }) => mark(isWatched, 'Eine ganze Playlist als gesehen markiert', 'Eine ganze Playlist als ungesehen markiert'),
    'save-progress': ({ positionSeconds }) => line('clock', positionSeconds === 0 ? 'Position vergessen' : `Position ${duration(positionSeconds)}`),
    'subscribe-channel': ({ isSubscribed }) => line('channels', isSubscribed ? 'Abonniert' : 'Abo beendet'),
    'subscribe-playlist': ({ isSubscribed }) => line('playlists', isSubscribed ? 'Abonniert' : 'Abo beendet'),
    'add-subscription': ({ of }) => line(of === 'channel' ? 'channels' : 'playlists', 'Abonniert'),
    'create-playlist': () => line('playlists', 'Neue Playlist'),
    'change-membership': ({ isMember }) => line('playlists', isMember ? 'Zu einer Playlist hinzugefügt' : 'Aus einer Playlist entfernt'),
    'order-playlist': () => line('playlists', 'In einer Playlist verschoben'),
    'sort-playlist': () => line('playlists', 'Sortierung einer Playlist'),
    'set-config': () => line('settings', 'Einstellung'),
    'ignore-video': ({ isOnceDeleted }) => line('eye-struck', isOnceDeleted ? 'Nicht wieder herunterladen, falls gelöscht' : 'Nicht wieder herunterladen'),
    'add-downloads': () => line('downloads', 'In die Warteschlange gestellt'),
    'change-download': ({ to }) => line('downloads', queueTexts[to]),
  },
  change: {
    ofOtherVersion: 'Von einer anderen Version der App',
    lines: (first, n) => (n > 1 ? `${first} und ${count(n - 1)} weitere` : first),
  },
};

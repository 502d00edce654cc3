/** German texts of the plain pages that report an error, and of the page before the client is built. */
import type { errors as english } from '../en/errors.ts';

export const errors: typeof english = {
  notFound: { title: 'Nicht gefunden', text: 'Unter dieser Adresse gibt es nichts.' },
  forbidden: { title: 'Kein Zugriff', text: 'Melden Sie sich zuerst an.' },
  diskFull: { title: 'Datenträger voll', text: 'Der Datenträger des Servers ist voll. Es wurde nichts geändert.' },
  serverError: { title: 'Serverfehler', text: 'Etwas ist schiefgegangen. Der Server hat es protokolliert.' },
  notBuilt: { title: 'Noch nicht gebaut', text: 'Der Client wurde noch nicht gebaut. Führen Sie „npm run build“ aus und starten Sie dann neu.' },
};

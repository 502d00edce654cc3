import type { deviceTexts } from '../devices.ts';
import type { Translation } from '../translated.ts';

/** German texts about the devices on which an account is signed in. */
export const device: Translation<typeof deviceTexts> = {
  title: 'Angemeldet auf',
  thisOne: (name) => `${name} · dieses Gerät`,
  // An age may end with a period („vor 2 Min.“).
  seen: (lastUsed, signedIn) => `Zuletzt aktiv: ${lastUsed} · Angemeldet: ${signedIn}`,
  signOut: 'Abmelden',
  question: (name) => `${name} abmelden?`,
  consequence: 'Dort ist dann eine neue Anmeldung nötig. Ungesendete Änderungen bleiben bis dahin auf dem Gerät.',
};

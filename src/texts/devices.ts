import { translated } from './translated.ts';

/** Texts about the devices on which an account is signed in. */
export const deviceTexts = translated('device', {
  title: 'Signed in on',
  thisOne: (name: string) => `${name} · this device`,
  seen: (lastUsed: string, signedIn: string) => `Last seen ${lastUsed}. Signed in ${signedIn}.`,
  signOut: 'Sign out',
  question: (name: string) => `Sign out ${name}?`,
  consequence: 'That device has to log in again. Its unsent changes stay there until then.',
} as const);

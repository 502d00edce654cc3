/** Words about the devices on which an account is signed in. */
export const deviceTexts = {
  title: 'Signed in on',
  thisOne: (name: string) => `${name} · this device`,
  seen: (lastUsed: string, signedIn: string) => `Last in touch ${lastUsed}. Signed in ${signedIn}.`,
  signOut: 'Sign out',
  question: (name: string) => `Sign out ${name}?`,
  consequence: 'It has to log in again. What waits there stays there, and goes out then.',
} as const;

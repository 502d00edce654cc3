// The lines that `npm start` prints before the server runs, in the language of the terminal. The server's own lines are in server/texts,
// which cannot be loaded before the packages are installed.

const english = {
  install: 'Installing dependencies. This takes a minute or two, only the first time.',
  notInstalled: 'stowaway: The dependencies could not be installed: see the message of npm above. Check the network connection, then start again.',
  installed: (seconds) => `Installed in ${seconds} s.`,
  parts: { client: 'client', server: 'server' },
  build: (parts) => `Building the ${parts.join(' and the ')} …`,
  notBuilt: (parts) => `stowaway: The ${parts.join(' and the ')} could not be built: see the error above.`,
  built: (seconds) => `Built in ${seconds} s.`,
};

/** @type {typeof english} */
const german = {
  install: 'Abhängigkeiten werden installiert. Das dauert ein, zwei Minuten, nur beim ersten Mal.',
  notInstalled:
    'stowaway: Die Abhängigkeiten konnten nicht installiert werden: siehe die Meldung von npm oben. Prüfen Sie die Netzverbindung und starten Sie noch einmal.',
  installed: (seconds) => `Installiert in ${seconds} s.`,
  parts: { client: 'Client', server: 'Server' },
  build: (parts) => `${parts.join(' und ')} ${parts.length === 1 ? 'wird' : 'werden'} gebaut …`,
  notBuilt: (parts) => `stowaway: ${parts.join(' und ')} ${parts.length === 1 ? 'konnte' : 'konnten'} nicht gebaut werden: siehe den Fehler oben.`,
  built: (seconds) => `Gebaut in ${seconds} s.`,
};

/** Chooses the language as server/texts/terminal-language.ts does. */
export function startTexts({ LC_ALL, LC_MESSAGES, LANG } = process.env) {
  return /^de([-_.@]|$)/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? german : english;
}

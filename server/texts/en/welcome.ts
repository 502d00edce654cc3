/** Texts of the page that installs the certificate authority on phones (server/local-tls). */
export const welcome = {
  title: 'Stowaway on this device',
  intro:
    'Browsers install apps and keep videos offline only over https. For that, your server at home made its own certificate: tell this device once to trust it.',
  install: '1. Install its certificate',
  download: 'Download the certificate',
  fingerprint: 'Its SHA-256 fingerprint. Your device shows it before trusting the certificate. It must match the one in the terminal of your server.',
  iphone: 'iPhone and iPad',
  iphoneSteps: [
    'Open this page in Safari, tap the button, and allow the download of the profile.',
    'Settings › General › VPN & Device Management: choose the profile that begins with “Stowaway on” and tap Install.',
    'Settings › General › About › Certificate Trust Settings: switch it on.',
  ],
  android: 'Android',
  androidSteps: ['Tap the button.', 'Settings: search for “CA certificate”, choose Install anyway, and pick stowaway.crt.'],
  computers: 'Mac, Windows, Linux',
  computerSteps: [
    'Mac: open the file, add it to the login keychain, open it there, and under Trust choose Always Trust.',
    'Windows: open the file, Install Certificate, and place it in “Trusted Root Certification Authorities”.',
    'Linux, and Firefox everywhere: in the browser’s settings search for certificates, open Authorities, and import the file for websites.',
  ],
  open: '2. Open Stowaway',
  thenInstall: 'Then choose Install, or Add to Home Screen.',
  meaning: 'What this trust means',
  homeOnly:
    'This certificate is valid only for addresses and names in home networks, and for names that its owner chose: even with its key nobody can pose as a site on the internet. Whoever has the key could pose as another device in your home.',
  anySite:
    'This certificate was made by an earlier version: whoever has its key could pose as any site to devices that trust it. Its owner can replace it with one that is limited to home networks.',
  key: 'The key never leaves the server: it is in the data folder, and only the server’s own user can read it. Remove the certificate from a device when you no longer use this server on it.',
  nothingHere: 'There is nothing at this address.',
};

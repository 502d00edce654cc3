import type { aboutTexts } from '../about.ts';
import type { Translation } from '../translated.ts';

/** German texts of the About page. */
export const about: Translation<typeof aboutTexts> = {
  title: 'Info',
  lead: 'Ein ruhiger Ort für die Videos, die Sie behalten. Stowaway startet direkt von diesem Gerät und synchronisiert, sobald Ihr Archiv antwortet.',
  version: 'Version',
  archive: 'Archiv',
  client: 'Dieser Client',
  update: 'Update',
  noUpdate: 'Keine neuere Version bekannt',
  links: 'Links',
  source: 'Quellcode',
  donate: 'Spenden',
  thisDevice: 'Auf diesem Gerät',
  storage: 'Belegter Speicher',
  storageUnknown: 'von diesem Browser nicht gemeldet',
  videos: 'Videos',
  channels: 'Kanäle',
  lastAnswer: 'Letzter Kontakt',
  never: 'noch keiner',
  address: 'Adresse',
};

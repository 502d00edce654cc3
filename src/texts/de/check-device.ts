/** German texts of "Check this copy". */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { checkDeviceTexts } from '../check-device.ts';
import type { Translation } from '../translated.ts';

const videos = (n: number) => `${count(n)} ${plural(n, 'Video', 'Videos')}`;

export const checkDevice: Translation<typeof checkDeviceTexts> = {
  title: 'Diese Kopie prüfen',
  help: 'Findet und behebt Widersprüche in Ihrer Kopie. Änderungen, gespeicherte Videos und Reisen bleiben unberührt.',
  start: 'Prüfen',
  progress: (done, all) => (all === 0 ? 'Wird geprüft\u00a0…' : `${count(done)} von ${count(all)} geprüft`),
  fetching: 'Geprüft. Fehlendes wird vom Server geholt\u00a0…',
  done: ({ videoCount, repairedCount, waitingCount }) => {
    const repaired = repairedCount > 0 ? [`${count(repairedCount)} ${plural(repairedCount, 'Eintrag', 'Einträge')} repariert.`] : [];
    const waiting =
      waitingCount > 0
        ? [`${count(waitingCount)} ${plural(waitingCount, 'Eintrag braucht', 'Einträge brauchen')} den Server: Prüfen Sie erneut, wenn er antwortet.`]
        : [];
    const found = [...repaired, ...waiting];
    return [`${videos(videoCount)} geprüft.`, ...(found.length > 0 ? found : ['Alles in Ordnung.'])].join(' ');
  },
  failed: 'Ihre Kopie konnte nicht geprüft werden.',
};

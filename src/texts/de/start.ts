import type { startTexts } from '../start.ts';
import type { Translation } from '../translated.ts';

/** German texts for a start that fails because this device cannot store anything. */
export const start: Translation<typeof startTexts> = {
  noDatabaseTitle: 'Dieses Gerät kann keine Kopie speichern',
  noDatabase: {
    unavailable:
      'Der Browser gibt Stowaway hier keinen Speicher. Das kommt in privaten Fenstern vor und wenn Cookies und Websitedaten für diese Adresse blockiert sind. Verwenden Sie ein normales Fenster oder erlauben Sie Websitedaten für diese Adresse.',
    full: 'Auf diesem Gerät ist kein Platz mehr. Schaffen Sie Platz und versuchen Sie es dann erneut. Was schon hier liegt, ist sicher.',
    blocked:
      'Ein anderer Tab oder ein anderes Fenster von Stowaway blockiert die Kopie. Schließen Sie die anderen und versuchen Sie es dann erneut. Ihre Kopie und Ihre Änderungen sind sicher.',
    newer:
      'Auf diesem Gerät wurde eine neuere Version von Stowaway verwendet. Schließen Sie alle Tabs und Fenster von Stowaway und öffnen Sie es dann wieder. Ihre Kopie und Ihre Änderungen sind sicher.',
  },
  tryAgain: 'Erneut versuchen',
};

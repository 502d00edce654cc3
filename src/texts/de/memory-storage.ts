import type { memoryTexts } from '../memory-storage.ts';
import type { Translation } from '../translated.ts';

/** German texts for a browser that provides no storage. */
export const memory: Translation<typeof memoryTexts> = {
  title: 'Auf diesem Gerät wird nichts aufbewahrt',
  text: 'Der Browser gibt Stowaway hier keinen Speicher, wie in manchen privaten Fenstern. Solange das Archiv antwortet, funktioniert alles; ohne das Archiv öffnet sich nichts, und ungesendete Änderungen gehen verloren, wenn dieser Tab geschlossen wird. Eine frühere Kopie auf diesem Gerät bleibt.',
};

/** German texts about this person's other copies on this device: of the archive under its former address, or of another archive. */
import { count } from '../formats.ts';
import { plural } from '../plural.ts';
import type { otherCopyTexts } from '../other-copies.ts';
import type { Translation } from '../translated.ts';

const unsent = (n: number) => `${count(n)} ungesendete ${plural(n, 'Änderung', 'Änderungen')}`;
const matching = (found: number, asked: number) =>
  `${plural(found, 'stimmte', 'stimmten')} ${count(found)} von ${count(asked)} ${plural(asked, 'Eintrag', 'Einträgen')} mit diesem Archiv überein`;
/** An age may end with a period already („vor 2 Min.“). */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

export const otherCopy: Translation<typeof otherCopyTexts> = {
  sameTitle: 'Dasselbe Archiv unter neuer Adresse?',
  sameText: (found, asked, waiting) =>
    `Auf diesem Gerät liegt noch eine frühere Kopie von Ihnen. Beim Vergleich ${matching(found, asked)}.${
      waiting > 0 ? ` Nach der Übernahme ${plural(waiting, 'wird', 'werden')} auch ${unsent(waiting)} gesendet.` : ''
    }`,
  move: 'Kopie übernehmen',
  moving: 'Wird übernommen',
  keepApart: 'Beide behalten',
  waitTitle: (n) => `${unsent(n)} in einer anderen Kopie von Ihnen`,
  otherArchive: 'Die andere Kopie gehört zu einem anderen Archiv. Deren ungesendete Änderungen können Sie exportieren oder verwerfen.',
  nothingKnown:
    'Die andere Kopie enthält sonst nichts; daher ist unklar, ob sie zu diesem Archiv gehört. Deren ungesendete Änderungen können Sie exportieren oder verwerfen.',
  see: 'Ansehen',
  failed: {
    unsent: 'Zuerst müssen neuere Änderungen gesendet werden. Versuchen Sie es erneut, wenn alles aktuell ist.',
    saved: 'Hier wurden Videos, Regeln oder Reisen gespeichert. Entfernen Sie sie zuerst unter „Gespeichert“ oder behalten Sie beide Kopien.',
    full: 'Auf diesem Gerät ist kein Platz mehr. Nichts wurde übernommen.',
    changed: 'Die Kopie konnte nicht übernommen werden; nichts ist verloren. Laden Sie die Seite neu.',
  },
  /** Shown in the settings. */
  apartTitle: 'Eine Kopie, die Sie getrennt behalten',
  apartHelp: (when, waiting) =>
    `${sentence(`Zuletzt verwendet: ${when}`)} ${waiting > 0 ? `Sie enthält ${unsent(waiting)}. ` : ''}Sie kann diese Kopie ersetzen.`,
  compare: 'Vergleichen',
  notCompared: 'Der Server hat nicht jedes Mal geantwortet. Nichts wurde geändert.',
  notSame: (found, asked) => `Beim Vergleich ${matching(found, asked)}; daher bleiben die Kopien getrennt.`,
  nothingToCompare: 'Es gibt nichts zu vergleichen; daher bleiben die Kopien getrennt.',
  /** Shown on the sync sheet. */
  listTitle: (when) => `In einer anderen Kopie von Ihnen, zuletzt verwendet: ${when}`,
  listText: 'Von hier aus wird nichts davon gesendet.',
  export: 'Exportieren',
  discard: 'Alle verwerfen',
  discardText: 'Nichts davon hat einen Server erreicht. Exportieren Sie vorher, um eine Liste zu behalten.',
  notDiscarded: 'Die Änderungen konnten nicht verworfen werden.',
};

import type { collapseTexts } from '../collapse.ts';
import type { Translation } from '../translated.ts';

/** German texts of a long text collapsed to its beginning. */
export const collapse: Translation<typeof collapseTexts> = {
  showMore: 'Mehr anzeigen',
  showLess: 'Weniger anzeigen',
};

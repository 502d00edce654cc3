// German texts of formats that Intl does not provide.
import { plural } from '../plural.ts';
import type { formatTexts } from '../formats.ts';
import type { pageFormatTexts } from '../page-formats.ts';
import type { Translation } from '../translated.ts';

export const format: Translation<typeof formatTexts> = {
  justNow: 'gerade eben',
};

export const pageFormat: Translation<typeof pageFormatTexts> = {
  minutes: (minutes) => `${minutes} Min.`,
  hours: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
  days: (days, hours) => `${days} Tage ${hours} Std.`,
  subscribers: (shown, n) => `${shown} ${plural(n, 'Abonnent', 'Abonnenten')}`,
};

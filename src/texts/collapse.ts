import { translated } from './translated.ts';

/** Texts of a long text collapsed to its beginning. */
export const collapseTexts = translated('collapse', {
  showMore: 'Show more',
  showLess: 'Show less',
} as const);

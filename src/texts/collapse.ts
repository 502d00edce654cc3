/** Texts of a long text collapsed to its beginning. */
export const collapseTexts = {
  showMore: 'Show more',
  showLess: 'Show less',
} as const;

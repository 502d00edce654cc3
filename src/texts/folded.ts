/** Texts of a long text collapsed to its beginning. */
export const foldedTexts = {
  showMore: 'Show more',
  showLess: 'Show less',
} as const;

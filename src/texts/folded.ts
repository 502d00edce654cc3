/** Words of a long text that shows its beginning first. */
export const foldedTexts = {
  showMore: 'Show more',
  showLess: 'Show less',
} as const;

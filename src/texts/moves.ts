/** Words of moving a row of a list that a person puts in order. */
export const movesTexts = {
  grip: (title: string) => `Move ${title}. Arrow up and down, Home and End move it.`,
  top: 'Move to top',
  up: 'Move up',
  down: 'Move down',
  bottom: 'Move to bottom',
} as const;

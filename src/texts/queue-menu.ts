/** Of the queue, what the menu of every video says: apart, since the first load carries it. */
export const queueMenuTexts = {
  playNext: 'Play next',
  addToUpNext: 'Add to up next',
} as const;

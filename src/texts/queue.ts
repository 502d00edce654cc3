/** Words of the queue: what plays after this. */
export const queueTexts = {
  upNext: 'Up next',
  playNext: 'Play next',
  addToUpNext: 'Add to up next',
  nextIn: (title: string, seconds: number) => `Next: ${title} in ${seconds} s`,
  nextIsAway: (title: string) => `Next: ${title}. It plays from the server, and the server isn’t answering.`,
  playsNext: (title: string) => `Plays next: ${title}`,
  added: (title: string) => `Added to up next: ${title}`,
} as const;

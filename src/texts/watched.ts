/** What toasts say about watched marks. */
export const watchedTexts = {
  marked: 'Marked watched.',
  unmarked: 'Marked unwatched.',
  markedAll: (name: string) => `Marked all of ${name} as watched.`,
  unmarkedAll: (name: string) => `Marked all of ${name} as unwatched.`,
} as const;

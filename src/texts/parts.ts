// Words of parts that several lazy screens share.
import { count } from './formats.ts';

/** Words of a long text that shows its beginning first. */
export const foldedTexts = {
  showMore: 'Show more',
  showLess: 'Show less',
} as const;

/** Words of moving a row of a list that a person puts in order. */
export const movesTexts = {
  grip: (title: string) => `Move ${title}. Arrow up and down, Home and End move it.`,
  top: 'Move to top',
  up: 'Move up',
  down: 'Move down',
  bottom: 'Move to bottom',
} as const;

/** Words of the fields in which one value is set. */
export const fieldTexts = {
  update: 'Update',
  reset: 'Reset',
  unsetOf: (action: string, name: string) => `${action}: ${name}`,
  saved: 'Saved',
  notSet: 'Not set',
  wholeNumber: (min: number, max: number) => `A whole number from ${count(min)} to ${count(max)}`,
} as const;

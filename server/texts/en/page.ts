/** Texts of the frame of every /admin/ page, of its messages, and of the sign-in page. */
import { plural } from '../plural.ts';

export const page = {
  areas: { people: 'People', library: 'Library', backups: 'Backups', system: 'System' },
  areasLabel: 'Areas',
  back: 'People and devices',
  signOut: 'Sign out',
  alertLinks: {
    missing: 'See the missing videos in Library',
    secondFolder: 'Check the second backup folder in Backups',
    disk: 'See how full each disk is in System',
    trash: 'Empty the trash in Library',
  },
  signIn: 'Sign in',
  signInTitle: 'Sign in to manage accounts',
  username: 'Username',
  password: 'Password',
  signInFirst: 'Sign in first. Nothing was changed.',
  wrongPassword: 'Wrong username or password.',
  tooManyTries: (seconds: number) => `Too many attempts. Try again in ${seconds} ${plural(seconds, 'second', 'seconds')}.`,
  notAllowed: 'Not allowed',
  notFound: 'Not found',
  notDone: 'Not done',
  staffPage: 'Only staff can open this page.',
  staffAction: 'Only staff can do this.',
  expiredForm: 'This form has expired, or came from another page. Nothing was changed. Reload the page, then try again.',
  save: 'Save',
  saved: 'Saved.',
  delete: 'Delete',
  deleteForGood: 'Delete for good',
  deletedForGood: 'Deleted for good.',
  shownOf: (countText: string, all: string) => `The first ${countText} of ${all} are shown.`,
};

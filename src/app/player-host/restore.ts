import { browserStorage } from '../../lib/device-storage.ts';
import type { Mirror } from '../../mirror/database.ts';
import { restoreLastPlace } from './last-place.ts';

/** Loaded at a start that finds such a place. */
export const restore = (mirror: Mirror): Promise<void> =>
  restoreLastPlace(
    browserStorage(() => localStorage),
    mirror,
  );

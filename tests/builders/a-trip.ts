import type { Trip } from '../../src/saved-media/ledger/rows.ts';

/** A trip without a date and without videos. */
export const aTrip: Omit<Trip, 'account'> = {
  tripId: 'trip',
  name: 'Bergen by train',
  departsAt: null,
  days: 1,
  hoursADay: 6,
  sources: [{ kind: 'surprise' }],
  videoIds: [],
  packedAtMs: 0,
};

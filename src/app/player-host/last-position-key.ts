/** Storage key for the playback position of a closed tab (docs/decisions/407). Only this name is in the initial bundle. */
export const lastPositionKey = 'stowaway.last-place';

/** Storage key for a closed tab's playback position (docs/decisions/407). A separate file: the initial bundle needs only this name. */
export const lastPositionKey = 'stowaway.last-place';

/** Storage key for a closed tab's playback position (docs/decisions/407). In its own file, because the initial bundle needs only it. */
export const lastPositionKey = 'stowaway.last-place';

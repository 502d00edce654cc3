/** Where the place of a tab that was closed is kept (docs/decisions/407). Of the first load is this name alone. */
export const lastPlaceKey = 'stowaway.last-place';

/** A file could not be deleted: which one, and why, in words. */
export class NotRemovable extends Error {}

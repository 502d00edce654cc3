/** Why a backup cannot be made or restored, in words for the person who asked. Nothing was changed. */
export class BackupProblem extends Error {}

/** Constants that the build inserts (vite.config.ts). */

/** The version in package.json. */
declare const __VERSION__: string;
/** A build made with STOWAWAY_DEV=1: fault switches and the page /_catalogue. */
declare const __DEV_TOOLS__: boolean;
/** `repository` and `funding` of package.json; empty when there is none. */
declare const __SOURCE_URL__: string;
declare const __DONATE_URL__: string;

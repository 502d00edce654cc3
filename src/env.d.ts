// Constants that the build inserts (vite.config.ts).

/** The version in package.json. */
declare const __VERSION__: string;
/** True in a build made with STOWAWAY_DEV=1, which contains fault switches and the page /_catalogue. */
declare const __DEV_TOOLS__: boolean;
/** The addresses `repository` and `funding` in package.json; an absent one is empty here. */
declare const __SOURCE_URL__: string;
declare const __DONATE_URL__: string;

/** The service worker's cache of the client's files that are not part of the shell. The page adds the texts of its language. */
export const chunkCache = 'stowaway-chunks';

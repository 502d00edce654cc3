/** The name of the service worker's cache for client files outside the shell. The page adds the texts of its language to the cache. */
export const chunkCache = 'stowaway-chunks';

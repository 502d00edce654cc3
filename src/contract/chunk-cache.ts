/** The service worker's cache for client files outside the shell. The page adds the texts of its language. */
export const chunkCache = 'stowaway-chunks';

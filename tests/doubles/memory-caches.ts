/** Cache Storage in memory, as far as the worker's tests need it. Unlike in a browser, the fragment is part of an entry's address. */
export interface MemoryCaches extends CacheStorage {
  /** The addresses that a cache contains. */
  addresses(name: string): string[];
}

const archiveOrigin = 'https://archive.example';

export function createMemoryCaches(): MemoryCaches {
  const cachesByName = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL): string => new URL(request instanceof Request ? request.url : String(request as string | URL), archiveOrigin).href;

  function cacheOf(name: string): Cache {
    const entries = cachesByName.get(name) ?? new Map<string, Response>();
    cachesByName.set(name, entries);
    return {
      match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void entries.set(keyOf(request), response),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    } as Partial<Cache> as Cache;
  }

  return {
    addresses: (name: string) => [...(cachesByName.get(name)?.keys() ?? [])],
    open: async (name: string) => cacheOf(name),
    keys: async () => [...cachesByName.keys()],
    has: async (name: string) => cachesByName.has(name),
    delete: async (name: string) => cachesByName.delete(name),
    match: async (request: RequestInfo | URL, options?: MultiCacheQueryOptions) =>
      options?.cacheName !== undefined && cachesByName.has(options.cacheName) ? cacheOf(options.cacheName).match(request) : undefined,
  };
}

/** Cache Storage in memory, as far as the worker's tests need it. Addresses are compared without their fragment. */
export interface MemoryCaches extends CacheStorage {
  /** The addresses that a cache contains. */
  addresses(name: string): string[];
}

const base = 'https://archive.example';

export function createMemoryCaches(): MemoryCaches {
  const byName = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL): string => new URL(request instanceof Request ? request.url : String(request as string | URL), base).href;

  function cacheOf(name: string): Cache {
    const entries = byName.get(name) ?? new Map<string, Response>();
    byName.set(name, entries);
    return {
      match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void entries.set(keyOf(request), response),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    } as Partial<Cache> as Cache;
  }

  return {
    addresses: (name: string) => [...(byName.get(name)?.keys() ?? [])],
    open: async (name: string) => cacheOf(name),
    keys: async () => [...byName.keys()],
    has: async (name: string) => byName.has(name),
    delete: async (name: string) => byName.delete(name),
    match: async (request: RequestInfo | URL, options?: MultiCacheQueryOptions) =>
      options?.cacheName !== undefined && byName.has(options.cacheName) ? cacheOf(options.cacheName).match(request) : undefined,
  };
}

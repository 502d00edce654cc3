// Simulated network conditions in a build made with STOWAWAY_DEV=1. main.tsx wraps the API client's `fetch` in them. The choice is in this
// tab's session storage.
export const faultNames = ['none', 'unreachable', 'portal', 'bad-gateway', 'hang', 'forbidden', 'slow'] as const;
export type FaultName = (typeof faultNames)[number];

const storageKey = 'stowaway.dev.fault';

export function chosenFault(): FaultName {
  const storedName = sessionStorage.getItem(storageKey);
  return faultNames.find((name) => name === storedName) ?? 'none';
}

export function chooseFault(name: FaultName): void {
  sessionStorage.setItem(storageKey, name);
}

const html = { 'content-type': 'text/html' };

/** Returns a `fetch` that applies the fault chosen at the time of each call. */
export function withFaults(realFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    switch (chosenFault()) {
      case 'none':
        return realFetch(input, init);
      case 'unreachable':
        throw new TypeError('Failed to fetch');
      case 'portal':
        return new Response('<title>Sign in</title>', { status: 200, headers: html });
      case 'bad-gateway':
        return new Response('<h1>502</h1>', { status: 502, headers: html });
      case 'forbidden':
        return new Response('{"detail":"You do not have permission to perform this action."}', {
          status: 403,
          headers: { 'content-type': 'application/json' },
        });
      case 'hang':
        return new Promise((_resolve, reject) => {
          const signal = input instanceof Request ? input.signal : init?.signal;
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        });
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, 400));
        return realFetch(input, init);
    }
  };
}

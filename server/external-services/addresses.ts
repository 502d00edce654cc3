// Reads the services' addresses from environment variables. A service without an address is off.
export interface ServiceAddresses {
  sponsorBlock: URL | null;
  dislikes: URL | null;
  membership: URL | null;
  releases: URL | null;
}

export const addressVariables: Record<keyof ServiceAddresses, string> = {
  sponsorBlock: 'STOWAWAY_SPONSORBLOCK_URL',
  dislikes: 'STOWAWAY_DISLIKES_URL',
  membership: 'STOWAWAY_MEMBERSHIP_URL',
  releases: 'STOWAWAY_RELEASES_URL',
};

export const noServiceAddresses: ServiceAddresses = { sponsorBlock: null, dislikes: null, membership: null, releases: null };

/**
 * Public addresses of the two services that settings switch on. They are only shown in messages. The server sends requests to them only if
 * somebody assigns them to the variables.
 */
const publicAddresses = { sponsorBlock: 'https://sponsor.ajay.app', dislikes: 'https://returnyoutubedislikeapi.com' };

export const switchedServices = { sponsorBlock: 'SponsorBlock', dislikes: 'Return YouTube Dislike' } as const;
export type SwitchedService = keyof typeof switchedServices;

/** Explains that switching the service on would have no effect, and what to do; null if it has an address. */
export function whyOff(addresses: ServiceAddresses, service: SwitchedService): string | null {
  if (addresses[service] !== null) return null;
  const assignment = `${addressVariables[service]} to its address (${publicAddresses[service]})`;
  return `${switchedServices[service]} is off on this server. Set ${assignment} where the server is started, and start it again.`;
}

/** Returns the addresses, or the first variable whose text is not the address of a web server. */
export function readServiceAddresses(environment: NodeJS.ProcessEnv): ServiceAddresses | { problem: { variable: string; text: string } } {
  const addresses = { ...noServiceAddresses };
  for (const [service, variable] of Object.entries(addressVariables) as [keyof ServiceAddresses, string][]) {
    const text = environment[variable];
    // An empty variable counts as unset, because container files often contain empty ones.
    if (text === undefined || text === '') continue;
    const address = URL.canParse(text) ? new URL(text) : null;
    if (address === null || !/^https?:$/.test(address.protocol)) return { problem: { variable, text } };
    addresses[service] = address;
  }
  return addresses;
}

/** Appends `path` to the address, which may have a path itself. */
export function joinPath(address: URL, path: string): URL {
  const url = new URL(address);
  const [name = '', query = ''] = path.split('?');
  url.pathname = `${url.pathname.replace(/\/$/, '')}${name}`;
  url.search = query;
  return url;
}

// Parses the options about trusted proxies: which ones may report the client's address and host and, if enabled, who signed in.
import { BlockList, isIP } from 'node:net';
import type { TrustedProxy } from '../http/caller.ts';
import { StartFailure } from './start-failure.ts';

/** Headers that already have another meaning. */
const reservedHeaders = [
  'authorization',
  'cookie',
  'host',
  'origin',
  'referer',
  'user-agent',
  'x-csrftoken',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** Returns null if only a proxy on this machine is trusted, and only to report the client's address and host. */
export function trustedProxyOf({ addresses, header }: { addresses: string | null; header: string | null }): TrustedProxy | null {
  if (addresses === null) {
    if (header === null) return null;
    throw new StartFailure((texts) => texts.options.headerNeedsProxy);
  }
  if (header !== null && (!/^[A-Za-z][A-Za-z0-9-]*$/.test(header) || reservedHeaders.includes(header.toLowerCase()))) {
    throw new StartFailure((texts) => texts.options.header(header));
  }
  const ranges = addresses.split(',').map((range) => range.trim());
  return { ranges, addresses: checkerOf(ranges), header: header?.toLowerCase() ?? null };
}

function checkerOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...otherParts] = range.split('/');
    const version = isIP(address);
    const maxPrefix = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? maxPrefix : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    // A prefix of 0 would trust the whole world.
    if (version === 0 || otherParts.length > 0 || prefix < 1 || prefix > maxPrefix) {
      throw new StartFailure((texts) => texts.options.trustedProxy(range));
    }
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

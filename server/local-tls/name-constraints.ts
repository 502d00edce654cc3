// The names and addresses that this server's certificate authority may certify: addresses not used on the internet, domains that exist only
// in home networks, this server's own name, and requested names. They are encoded and decoded here as X.509 name constraints (RFC 5280
// 4.2.1.10) in DER, because @peculiar/x509 has no class for this extension.
import { BlockList, isIP } from 'node:net';

/** The extension's object identifier. */
export const nameConstraintsOid = '2.5.29.30';

export interface Constraints {
  /** Each domain includes all its subdomains. */
  domains: string[];
  networks: { address: string; prefix: number }[];
}

/** The networks of RFC 1918, 3927 and 1122 (IPv4), and of RFC 4193 and 4291 (IPv6). */
const homeNetworks: Constraints['networks'] = [
  { address: '10.0.0.0', prefix: 8 },
  { address: '172.16.0.0', prefix: 12 },
  { address: '192.168.0.0', prefix: 16 },
  { address: '169.254.0.0', prefix: 16 },
  { address: '127.0.0.0', prefix: 8 },
  { address: 'fc00::', prefix: 7 },
  { address: 'fe80::', prefix: 10 },
  { address: '::1', prefix: 128 },
];
/** `.lan` is used by many routers; the others are reserved for local use. */
const homeDomains = ['local', 'home.arpa', 'lan', 'internal', 'localhost'];

/** @param names host names and addresses to allow as well */
export function homeConstraints(names: readonly string[]): Constraints {
  const base: Constraints = { domains: homeDomains, networks: homeNetworks };
  const isMissing = (name: string): boolean => !isPermitted(base, name);
  return {
    domains: [...homeDomains, ...names.filter((name) => isIP(name) === 0 && isMissing(name))],
    networks: [...homeNetworks, ...names.filter((name) => isIP(name) !== 0 && isMissing(name)).map((address) => ({ address, prefix: bitsOf(address) }))],
  };
}

export function isPermitted({ domains, networks }: Constraints, name: string): boolean {
  const version = isIP(name);
  if (version === 0) return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
  const list = new BlockList();
  for (const { address, prefix } of networks) if (isIP(address) === version) list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return list.check(name, version === 4 ? 'ipv4' : 'ipv6');
}

/** The extension's value: NameConstraints with permitted subtrees only. */
export function encodeConstraints({ domains, networks }: Constraints): Uint8Array<ArrayBuffer> {
  const subtrees = [
    ...domains.map((domain) => encodeElement(tags.sequence, encodeElement(tags.dns, Buffer.from(domain, 'latin1')))),
    ...networks.map(({ address, prefix }) =>
      encodeElement(tags.sequence, encodeElement(tags.ip, Buffer.concat([bytesOf(address), maskOf(bitsOf(address), prefix)]))),
    ),
  ];
  return new Uint8Array(encodeElement(tags.sequence, encodeElement(tags.permitted, Buffer.concat(subtrees))));
}

/** Reads a value written by encodeConstraints. @throws Error if it is truncated or contains another kind of name */
export function decodeConstraints(value: ArrayBuffer): Constraints {
  const constraints: Constraints = { domains: [], networks: [] };
  const [sequence] = decodeElements(Buffer.from(value));
  const [permittedSubtrees] = decodeElements(sequence?.content ?? Buffer.alloc(0));
  if (sequence?.tag !== tags.sequence || permittedSubtrees?.tag !== tags.permitted) throw new Error('no permitted subtrees');
  for (const subtree of decodeElements(permittedSubtrees.content)) {
    const [name] = decodeElements(subtree.content);
    if (name?.tag === tags.dns) constraints.domains.push(name.content.toString('latin1'));
    else if (name?.tag === tags.ip && [8, 32].includes(name.content.length)) constraints.networks.push(networkOf(name.content));
    else throw new Error('a subtree of another kind');
  }
  return constraints;
}

/** DER tags: SEQUENCE, the extension's context-specific [0] permittedSubtrees, and GeneralName's [2] dNSName and [7] iPAddress. */
const tags = { sequence: 0x30, permitted: 0xa0, dns: 0x82, ip: 0x87 };

function encodeElement(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const lengthOctets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthOctets]), content]);
}

function decodeElements(bytes: Buffer): { tag: number; content: Buffer }[] {
  const elements: { tag: number; content: Buffer }[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const firstLengthOctet = bytes.readUInt8(offset + 1);
    const furtherOctetCount = firstLengthOctet < 0x80 ? 0 : firstLengthOctet & 0x7f;
    const length = furtherOctetCount === 0 ? firstLengthOctet : bytes.readUIntBE(offset + 2, furtherOctetCount);
    const contentOffset = offset + 2 + furtherOctetCount;
    if (contentOffset + length > bytes.length) throw new Error('cut off');
    elements.push({ tag: bytes.readUInt8(offset), content: bytes.subarray(contentOffset, contentOffset + length) });
    offset = contentOffset + length;
  }
  return elements;
}

function bitsOf(address: string): number {
  return isIP(address) === 4 ? 32 : 128;
}

function maskOf(bits: number, prefix: number): Buffer {
  return Buffer.from(Array.from({ length: bits / 8 }, (_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, prefix - index * 8)))));
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // The URL parser normalizes an IPv6 address to hexadecimal groups without leading zeros, with at most one `::`.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const omittedGroups = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return Buffer.concat([...groups(head), ...omittedGroups, ...groups(tail)].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}

function networkOf(content: Buffer): Constraints['networks'][number] {
  const halfLength = content.length / 2;
  const [address, mask] = [content.subarray(0, halfLength), content.subarray(halfLength)];
  const prefix = [...mask].reduce((bits, byte) => bits + (byte.toString(2).match(/1/g)?.length ?? 0), 0);
  if (halfLength === 4) return { address: address.join('.'), prefix };
  return { address: (address.toString('hex').match(/.{4}/g) ?? []).join(':'), prefix };
}

// Composes the terminal output once the server listens. The last line contains the address. In English it begins with `Stowaway is ready:`.
// Tests and scripts wait for this text, and set LC_ALL=C to get it.
import os from 'node:os';
import type { Texts } from '../texts/english.ts';
import type { SignIn } from './first-account.ts';

/** A server that forwards to another archive uses that archive's accounts. */
export type SignInHint = SignIn | { kind: 'remote-archive'; host: string };

export function announcement(where: { host: string; port: number; isSecure: boolean }, signIn: SignInHint, { start: { ready } }: Texts): string[] {
  const scheme = where.isSecure ? 'https' : 'http';
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(where.host);
  const address = (host: string): string => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${where.port}/`;
  const isEverywhere = ['0.0.0.0', '::'].includes(where.host);
  const lines: string[] = [];
  if (!isOpen) lines.push(ready.onlyHere);
  if (isEverywhere) lines.push(ready.others(homeAddresses().map(address).join(ready.or) || ready.noAddress));
  if (isOpen && !where.isSecure) lines.push(ready.noHttps);
  lines.push(ready.line(address(isEverywhere ? '127.0.0.1' : where.host), howToSignIn(signIn, ready)));
  return lines;
}

function howToSignIn(signIn: SignInHint, ready: Texts['start']['ready']): string {
  if (signIn.kind === 'remote-archive') return ready.signInThere(signIn.host);
  if (signIn.kind === 'known-accounts') {
    const [name = 'admin'] = signIn.names;
    return ready.signInAs(signIn.names.join(ready.or), name);
  }
  if (signIn.generatedPassword === null) return ready.signInChosen(signIn.name);
  return ready.signInGenerated(signIn.name, signIn.generatedPassword);
}

function homeAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address);
}

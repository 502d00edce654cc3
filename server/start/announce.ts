// Composes the terminal output once the server listens. The last line begins with `Stowaway is ready:` and contains the address. Tests and
// scripts wait for this line.
import os from 'node:os';
import type { SignIn } from './first-account.ts';

/** A server that forwards to another archive uses that archive's accounts. */
export type SignInHint = SignIn | { kind: 'remote-archive'; host: string };

export function announcement(where: { host: string; port: number; isSecure: boolean }, signIn: SignInHint): string[] {
  const scheme = where.isSecure ? 'https' : 'http';
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(where.host);
  const address = (host: string): string => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${where.port}/`;
  const isEverywhere = ['0.0.0.0', '::'].includes(where.host);
  const lines: string[] = [];
  if (!isOpen) lines.push('Only this computer can open it. To let other devices at home open it, add --host 0.0.0.0.');
  if (isEverywhere) lines.push(`Other devices at home: ${homeAddresses().map(address).join(' or ') || 'no network address was found'}`);
  if (isOpen && !where.isSecure) {
    lines.push(
      'Without https, phones can play videos, but cannot install the app or save videos offline: browsers require https for that. Add --tls-local, or your own certificate with --tls-cert and --tls-key.',
    );
  }
  lines.push(`Stowaway is ready: open ${address(isEverywhere ? '127.0.0.1' : where.host)} and ${howToSignIn(signIn)}`);
  return lines;
}

function howToSignIn(signIn: SignInHint): string {
  if (signIn.kind === 'remote-archive') return `sign in with your account of ${signIn.host}.`;
  if (signIn.kind === 'known-accounts') {
    const [name = 'admin'] = signIn.names;
    return `sign in as ${signIn.names.join(' or ')} (forgot the password? npm start -- --reset-password ${name}).`;
  }
  if (signIn.generatedPassword === null) return `sign in as ${signIn.name} with the password you chose.`;
  return `sign in as ${signIn.name} with the password ${signIn.generatedPassword} (shown only now).`;
}

function homeAddresses(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address);
}

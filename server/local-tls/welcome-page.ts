// The plain page that installs the authority on phones. It uses http, because phones do not trust this server yet. This server sends only
// the page and the authority's certificate, which is not secret.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { renderSVG } from 'uqr';
import type { Authority } from './local-certificate.ts';

export interface WelcomePage {
  authority: Pick<Authority, 'certificate' | 'fingerprint' | 'constraints'>;
  /** The archive's https addresses, the likeliest first. */
  addresses: string[];
}

const authorityPath = '/stowaway.crt';

/** `current` is called at each request, because names and addresses may change while the server runs. */
export function createWelcomeServer(current: () => WelcomePage): http.Server {
  return http.createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    if (isRead && path === authorityPath) {
      response.writeHead(200, { 'content-type': 'application/x-x509-ca-cert', 'content-disposition': 'attachment; filename="stowaway.crt"' });
      response.end(current().authority.certificate);
    } else if (isRead && path === '/') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`,
      });
      response.end(renderPage(current()));
    } else {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing at this address.\n');
    }
  });
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 42rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
h1 { line-height: 1.2 }
svg { display: block; width: 12rem; height: 12rem; margin: .5rem 0; border-radius: .5rem }
a { word-break: break-all }
code { overflow-wrap: anywhere; font-size: .9rem }
.button { display: inline-block; padding: .75rem 1.25rem; border-radius: .75rem; background: #ffc247; color: #1e1500; font-weight: 600; text-decoration: none }
summary { padding: .75rem 0; font-weight: 600; cursor: pointer }
`;

const homeOnly = `This certificate is valid only for addresses and names in home networks, and for names that its owner chose: even with
its key nobody can pose as a site on the internet. Whoever has the key could pose as another device in your home.`;
const anySite = `This certificate was made by an earlier version: whoever has its key could pose as any site to devices that trust it. Its
owner can replace it with one that is limited to home networks.`;

function renderPage({ addresses, authority }: WelcomePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stowaway on this device</title>
<style>${style}</style>
</head>
<body>
<h1>Stowaway on this device</h1>
<p>Browsers install apps and keep videos offline only over https. For that, your server at home made its own certificate: tell
this device once to trust it.</p>
<h2>1. Install its certificate</h2>
<p><a class="button" href="${authorityPath}">Download the certificate</a></p>
<p>Its SHA-256 fingerprint, which your device shows before it trusts it. It must match the one in the terminal of your server.<br>
<code>${authority.fingerprint}</code></p>
<details open><summary>iPhone and iPad</summary><ol>
<li>Open this page in Safari, tap the button, and allow the download of the profile.</li>
<li>Settings › General › VPN &amp; Device Management: choose the profile that begins with “Stowaway on” and tap Install.</li>
<li>Settings › General › About › Certificate Trust Settings: switch it on.</li>
</ol></details>
<details><summary>Android</summary><ol>
<li>Tap the button.</li>
<li>Settings: search for “CA certificate”, choose Install anyway, and pick stowaway.crt.</li>
</ol></details>
<details><summary>Mac, Windows, Linux</summary><ul>
<li>Mac: open the file, add it to the login keychain, open it there, and under Trust choose Always Trust.</li>
<li>Windows: open the file, Install Certificate, and place it in “Trusted Root Certification Authorities”.</li>
<li>Linux, and Firefox everywhere: in the browser’s settings search for certificates, open Authorities, and import the file for
websites.</li>
</ul></details>
<h2>2. Open Stowaway</h2>
${addresses.map((address) => `<p><a href="${address}">${address}</a></p>\n${renderSVG(address, { border: 2 })}`).join('\n')}
<p>Then choose Install, or Add to Home Screen.</p>
<h2>What this trust means</h2>
<p>${authority.constraints === null ? anySite : homeOnly} The key never leaves the
server: it is in the data folder and can be read by its owner only. Remove the certificate from a device when you no longer use
this server on it.</p>
</body>
</html>
`;
}

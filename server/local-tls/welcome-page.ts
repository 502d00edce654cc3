// The plain page from which phones install the authority. It is sent over http, because phones do not trust this server yet. The http server
// sends only the page and the authority's certificate, which is not secret.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { renderSVG } from 'uqr';
import { html, Html } from '../admin/html.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { wordingFor, type Wording } from '../texts/wording.ts';
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
    const wording = wordingFor(chooseLanguage(request.headers));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    if (isRead && path === authorityPath) {
      response.writeHead(200, { 'content-type': 'application/x-x509-ca-cert', 'content-disposition': 'attachment; filename="stowaway.crt"' });
      response.end(current().authority.certificate);
    } else if (isRead && path === '/') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-language': wording.language,
        vary: 'accept-language, cookie',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`,
      });
      response.end(page(current(), wording));
    } else {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(`${wording.texts.welcome.nothingHere}\n`);
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
/** Kept out of the page's template, because the policy names the hash of exactly this text and the formatter indents templates. */
const styleElement = new Html(`<style>${style}</style>`);

function page({ addresses, authority }: WelcomePage, { language, texts: { welcome } }: Wording): string {
  const items = (steps: string[]): Html[] => steps.map((step) => html`<li>${step}</li> `);
  const address = (url: string): Html =>
    html`<p><a href="${url}">${url}</a></p>
      ${new Html(renderSVG(url, { border: 2 }))} `;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${welcome.title}</title>
        ${styleElement}
      </head>
      <body>
        <h1>${welcome.title}</h1>
        <p>${welcome.intro}</p>
        <h2>${welcome.install}</h2>
        <p><a class="button" href="${authorityPath}">${welcome.download}</a></p>
        <p>
          ${welcome.fingerprint}<br />
          <code>${authority.fingerprint}</code>
        </p>
        <details open>
          <summary>${welcome.iphone}</summary>
          <ol>
            ${items(welcome.iphoneSteps)}
          </ol>
        </details>
        <details>
          <summary>${welcome.android}</summary>
          <ol>
            ${items(welcome.androidSteps)}
          </ol>
        </details>
        <details>
          <summary>${welcome.computers}</summary>
          <ul>
            ${items(welcome.computerSteps)}
          </ul>
        </details>
        <h2>${welcome.open}</h2>
        ${addresses.map(address)}
        <p>${welcome.thenInstall}</p>
        <h2>${welcome.meaning}</h2>
        <p>${authority.constraints === null ? welcome.anySite : welcome.homeOnly} ${welcome.key}</p>
      </body>
    </html> `.text;
}

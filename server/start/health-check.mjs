// Checks whether this container's server is healthy: exits with 0, or prints the failing checks and exits with 1. Run by the Dockerfile's
// HEALTHCHECK. Reads host, port and https from the same variables as the server. Uses only Node's own modules.
import http from 'node:http';
import https from 'node:https';

/** Docker gives up after 5 s; the server itself waits 3 s for a hanging disk. */
const timeoutMs = 4_000;

const variable = (name) => process.env[name] || null;
const isSecure = variable('STOWAWAY_TLS_LOCAL') === '1' || variable('STOWAWAY_TLS_CERT') !== null;
const configuredHost = variable('STOWAWAY_HOST') ?? '127.0.0.1';
const host = configuredHost === '0.0.0.0' || configuredHost === '::' ? '127.0.0.1' : configuredHost;
// The certificate is not checked, because it is for the names that browsers use, and this connection stays in the container.
const options = { host, port: variable('STOWAWAY_PORT') ?? 8000, path: '/healthz', rejectUnauthorized: false, timeout: timeoutMs };

const request = (isSecure ? https : http).get(options, (answer) => {
  let body = '';
  answer.setEncoding('utf8');
  answer.on('data', (text) => (body += text));
  answer.on('end', () => (answer.statusCode === 200 ? process.exit(0) : end(failingOf(body) || `It answers ${answer.statusCode}.`)));
});
request.on('timeout', () => end(`No answer within ${timeoutMs / 1000} s.`));
request.on('error', (error) => end(error.message));

function failingOf(body) {
  try {
    const { checks = {} } = JSON.parse(body);
    return Object.entries(checks)
      .filter(([, { status }]) => status === 'failing')
      .map(([name, { words }]) => `${name}: ${words}`)
      .join(' ');
  } catch {
    return ''; // Something else answers at this port, and its status is reported.
  }
}

function end(message) {
  console.log(message);
  process.exit(1);
}

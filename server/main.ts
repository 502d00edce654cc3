// The archive server's command: `node dist/.server/main.mjs [flags]` once built, `node --import tsx server/main.ts [flags]` from
// its sources. Only looks at Node's version here, because an old one would stumble over the rest with an error that says nothing.
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`stowaway: Node ${process.versions.node} is too old. Install Node 20.19 or newer.`);
  process.exit(1);
}

// V8 lets its heap grow to a multiple of what is in use, and keeps room for what is young, as on a machine that runs nothing else
// (docs/decisions/115 has the numbers). Read by V8 each time that it decides, so they may be set here, in one place for all who
// start the server.
setFlagsFromString('--heap-growing-percent=60');
setFlagsFromString('--semi-space-growth-factor=1');
// A trace names the lines of the sources, from the bundle as well.
process.setSourceMapsEnabled(true);
const { run } = await import('./start/run.ts');
await run(process.argv.slice(2), process.env);

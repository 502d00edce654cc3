// The archive server's command: `node dist/.server/main.mjs [flags]` once built, `node --import tsx server/main.ts [flags]` from its
// sources. Node's version is checked before the server's code is loaded, because an old Node would fail on that code with an unhelpful error.
import { setFlagsFromString } from 'node:v8';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const isGerman = /^de([-_.@]|$)/i.test(LC_ALL || LC_MESSAGES || LANG || '');
  console.error(
    isGerman
      ? `stowaway: Node ${process.versions.node} ist zu alt. Installieren Sie Node 20.19 oder neuer.`
      : `stowaway: Node ${process.versions.node} is too old. Install Node 20.19 or newer.`,
  );
  process.exit(1);
}

// By default V8 lets its heap grow to a multiple of the memory in use, and reserves much space for young objects. That is too much for a
// machine on which other programs run (docs/decisions/115 has the numbers). V8 reads these flags at each decision, so they can be set here,
// in one place for every way of starting the server.
setFlagsFromString('--heap-growing-percent=60');
setFlagsFromString('--semi-space-growth-factor=1');
// While the disk of a log file is full, or after the log's reader has ended, lines are lost. Without this listener, the first write that
// fails would end the server.
process.stdout.on('error', () => undefined);
// Stack traces show source lines, also from the bundle.
process.setSourceMapsEnabled(true);
const { run } = await import('./start/run.ts');
await run(process.argv.slice(2), process.env);

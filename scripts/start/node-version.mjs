// Ends the process with one clear line if Node is too old. This file is imported first, so it must not use recent syntax.
const [major, minor] = process.versions.node.split('.').map(Number);
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

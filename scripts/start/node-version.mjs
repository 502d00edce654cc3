// Ends the process with one clear line when Node is too old. Imported first, so it must not use recent syntax.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`stowaway: Node ${process.versions.node} is too old. Install Node 20.19 or newer.`);
  process.exit(1);
}

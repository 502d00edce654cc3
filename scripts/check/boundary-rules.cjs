// The module table as rules for dependency-cruiser: what layers.json does not allow is forbidden. CommonJS, because dependency-cruiser loads
// its settings that way.

/** @param {Record<string, { mayImport: string[], packages: string[], mayUseNode?: boolean, eachFolderApart?: boolean }>} rooms */
function boundaryRules(rooms) {
  const rules = [
    { name: 'no file that is not there', severity: 'error', from: { path: ours }, to: { couldNotResolve: true } },
    // Types and lazy imports count too.
    { name: 'no cycles', severity: 'error', from: { path: ours }, to: { circular: true } },
    {
      name: 'every file belongs to a room',
      severity: 'error',
      from: { path: '^(src|sw|server)/', pathNot: [...Object.keys(rooms).map(under), '^src/env\\.d\\.ts$'] },
      to: {},
    },
  ];
  for (const [room, { mayImport, packages, mayUseNode = false, eachFolderApart = false }] of Object.entries(rooms)) {
    rules.push({ name: `${room}: other rooms`, severity: 'error', from: { path: under(room) }, to: { path: ours, pathNot: [room, ...mayImport].map(under) } });
    rules.push({
      name: `${room}: packages`,
      severity: 'error',
      from: { path: under(room) },
      to: { path: 'node_modules/', pathNot: packages.map((name) => `node_modules/${escaped(name).replace('/\\*', '/[^/]+')}/`) },
    });
    if (!mayUseNode) rules.push({ name: `${room}: no modules of Node`, severity: 'error', from: { path: under(room) }, to: { dependencyTypes: ['core'] } });
    if (eachFolderApart) {
      const loose = `^${room}/[^/]+$`;
      rules.push(
        {
          name: `${room}: one never imports another`,
          severity: 'error',
          from: { path: `^${room}/([^/]+)/` },
          to: { path: `^${room}/[^/]+/`, pathNot: `^${room}/$1/` },
        },
        { name: `${room}: folders only`, severity: 'error', from: {}, to: { path: loose } },
        { name: `${room}: folders only`, severity: 'error', from: { path: loose }, to: {} },
      );
    }
  }
  return rules;
}

const ours = '^(src|sw|server|tests|scripts)/';

/** Inside a folder, or the file (with any extension) of that name. */
function under(room) {
  return `^${escaped(room)}(/|\\.|$)`;
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

module.exports = { boundaryRules };

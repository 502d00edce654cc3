// Turns layers.json into rules for dependency-cruiser, which forbid every import that layers.json does not allow. This file is CommonJS,
// because dependency-cruiser loads its settings that way.

/** @param {Record<string, { mayImport: string[], packages: string[], mayUseNode?: boolean, eachFolderApart?: boolean }>} layers */
function boundaryRules(layers) {
  const rules = [
    { name: 'no missing files', severity: 'error', from: { path: ownFiles }, to: { couldNotResolve: true } },
    // Imports of types and lazy imports must not form cycles either.
    { name: 'no cycles', severity: 'error', from: { path: ownFiles }, to: { circular: true } },
    {
      name: 'every file belongs to a layer',
      severity: 'error',
      from: { path: '^(src|sw|server)/', pathNot: [...Object.keys(layers).map(under), '^src/env\\.d\\.ts$'] },
      to: {},
    },
  ];
  for (const [layer, { mayImport, packages, mayUseNode = false, eachFolderApart = false }] of Object.entries(layers)) {
    rules.push({
      name: `${layer}: other layers`,
      severity: 'error',
      from: { path: under(layer) },
      to: { path: ownFiles, pathNot: [layer, ...mayImport].map(under) },
    });
    rules.push({
      name: `${layer}: packages`,
      severity: 'error',
      from: { path: under(layer) },
      to: { path: 'node_modules/', pathNot: packages.map((name) => `node_modules/${escapeRegExp(name).replace('/\\*', '/[^/]+')}/`) },
    });
    if (!mayUseNode) rules.push({ name: `${layer}: no modules of Node`, severity: 'error', from: { path: under(layer) }, to: { dependencyTypes: ['core'] } });
    if (eachFolderApart) {
      const looseFiles = `^${layer}/[^/]+$`;
      rules.push(
        {
          name: `${layer}: no imports between folders`,
          severity: 'error',
          from: { path: `^${layer}/([^/]+)/` },
          to: { path: `^${layer}/[^/]+/`, pathNot: `^${layer}/$1/` },
        },
        { name: `${layer}: folders only`, severity: 'error', from: {}, to: { path: looseFiles } },
        { name: `${layer}: folders only`, severity: 'error', from: { path: looseFiles }, to: {} },
      );
    }
  }
  return rules;
}

const ownFiles = '^(src|sw|server|tests|scripts)/';

/** Matches the folder's contents, or the file of that name with any extension. */
function under(layer) {
  return `^${escapeRegExp(layer)}(/|\\.|$)`;
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

module.exports = { boundaryRules };

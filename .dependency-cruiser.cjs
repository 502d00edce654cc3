// Checks which layer imports which. The table is scripts/check/layers.json, as in docs/architecture.md.
const { boundaryRules } = require('./scripts/check/boundary-rules.cjs');
const layers = require('./scripts/check/layers.json');

module.exports = {
  forbidden: boundaryRules(layers),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count, too: a layer must not name what it must not know.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

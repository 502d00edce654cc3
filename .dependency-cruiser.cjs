// Checks imports between layers against scripts/check/layers.json, the table of docs/architecture.md.
const { boundaryRules } = require('./scripts/check/boundary-rules.cjs');
const layers = require('./scripts/check/layers.json');

module.exports = {
  forbidden: boundaryRules(layers),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too, because a layer must not depend on another layer's types either.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

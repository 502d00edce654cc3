// Which layer may import which: scripts/check/layers.json, as in docs/architecture.md.
const { boundaryRules } = require('./scripts/check/boundary-rules.cjs');
const layers = require('./scripts/check/layers.json');

module.exports = {
  forbidden: boundaryRules(layers),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count too: what a layer may not know it may not name either.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

// Which room may import which: scripts/check/layers.json, as docs/architecture.md tells it.
const { boundaryRules } = require('./scripts/check/boundary-rules.cjs');
const rooms = require('./scripts/check/layers.json');

module.exports = {
  forbidden: boundaryRules(rooms),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count too: what a room may not know it may not name either.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

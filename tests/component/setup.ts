// Before each file of the component tests: the page's styles, as main.tsx loads them, and the code of all screens, so that no test waits for it.
import '../../src/theme/theme.css';

const parts = import.meta.glob('../../src/{app,screens,player,features}/**/*.tsx');
await Promise.all(Object.values(parts).map((load) => load()));

// Before each file of the component tests: the page's styles, as main.tsx loads them.
import '../../src/theme/theme.css';

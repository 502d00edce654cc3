// Sets the theme on the document and remembers it. Called by the shell, the settings and the catalogue of components; the
// script in index.html reads `stowaway.first-paint` before the first frame.
import { customAccents, customBases, initialCustom, themeNames, themeToShow, type Theme, type ThemeChoice, type ThemeName } from './themes.ts';

/**
 * Keys in localStorage:
 * - `stowaway.stylesheet`: the theme chosen on this device and the theme configured at that time, as `matrix dark`
 * - `stowaway.custom`: base and accent of custom, as `cocoa coral`
 * - `stowaway.first-paint`: the theme shown last and its background, for the first frame of the next start, as `custom cocoa coral #140f0c`
 */
const choiceKey = 'stowaway.stylesheet';
const customKey = 'stowaway.custom';
const firstPaintKey = 'stowaway.first-paint';

// The browser may refuse storage (private mode, blocked cookies). The choice then lasts until the page is closed.
function read(key: string): string[] {
  try {
    return localStorage.getItem(key)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the browser refuses storage
  }
}

export function readChoice(): ThemeChoice | null {
  const [storedName, storedConfiguredTheme] = read(choiceKey);
  const name = themeNames.find((known) => known === storedName);
  return name ? { name, configuredTheme: themeNames.find((known) => known === storedConfiguredTheme) ?? 'dark' } : null;
}

export function rememberChoice(choice: ThemeChoice): void {
  write(choiceKey, `${choice.name} ${choice.configuredTheme}`);
}

/**
 * If the account's theme equals the theme chosen here, stores it with the choice, so that a theme configured later takes precedence.
 */
export function settleChoice(configuredTheme: ThemeName): void {
  if (readChoice()?.name === configuredTheme) rememberChoice({ name: configuredTheme, configuredTheme });
}

export function rememberCustom(theme: Pick<Theme, 'base' | 'accent'>): void {
  write(customKey, `${theme.base} ${theme.accent}`);
}

export function readCustom(): Pick<Theme, 'base' | 'accent'> {
  const [base, accent] = read(customKey);
  return {
    base: customBases.find((known) => known === base) ?? initialCustom.base,
    accent: customAccents.find((known) => known === accent) ?? initialCustom.accent,
  };
}

/** The theme that this device shows, given the account's configured theme. */
export function currentTheme(configuredTheme: ThemeName): Theme {
  return { name: themeToShow(readChoice(), configuredTheme), ...readCustom() };
}

export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme.name;
  root.dataset['base'] = theme.base;
  root.dataset['accent'] = theme.accent;
  root.style.removeProperty('background-color'); // set for the first frame by index.html, before the stylesheet
  const background = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background);
  write(firstPaintKey, `${theme.name} ${theme.base} ${theme.accent} ${background}`);
}

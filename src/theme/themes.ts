// The names of the themes, and the parts of the theme `custom`. Independent of storage and of the page.
export const themeNames = ['dark', 'light', 'matrix', 'midnight', 'custom'] as const;
export type ThemeName = (typeof themeNames)[number];

export const customBases = ['ink', 'graphite', 'cocoa', 'pine', 'paper', 'mist'] as const;
export type CustomBase = (typeof customBases)[number];

export const customAccents = ['lantern', 'coral', 'rose', 'orchid', 'iris', 'sky', 'seaglass', 'moss'] as const;
export type CustomAccent = (typeof customAccents)[number];

export interface Theme {
  name: ThemeName;
  base: CustomBase;
  accent: CustomAccent;
}

/** The initial colours of `custom`. No other theme has them, so the card of `custom` shows what this theme adds. */
export const initialCustom: Pick<Theme, 'base' | 'accent'> = { base: 'cocoa', accent: 'coral' };

/** The theme that a user config's `stylesheet` names (`dark.css` → `dark`); dark if the name is unknown. */
export function themeOfStylesheet(stylesheet: string | null | undefined): ThemeName {
  const name = stylesheet?.replace(/\.css$/, '');
  return themeNames.find((known) => known === name) ?? 'dark';
}

/** The name for a user config's `stylesheet`: the theme's name with `.css`. */
export function stylesheetOfTheme(name: ThemeName): `${ThemeName}.css` {
  return `${name}.css`;
}

/** The theme chosen on this device, and the one that was configured at that time. */
export interface ThemeChoice {
  name: ThemeName;
  configuredTheme: ThemeName;
}

/**
 * SPEC §4: the local choice wins when the configured theme is dark. It also wins while the configured theme is the one that it replaced,
 * because a choice must not vanish at the next start. A theme that was configured later wins over the choice.
 */
export function themeToShow(choice: ThemeChoice | null, configuredTheme: ThemeName): ThemeName {
  if (!choice) return configuredTheme;
  return configuredTheme === 'dark' || configuredTheme === choice.configuredTheme ? choice.name : configuredTheme;
}

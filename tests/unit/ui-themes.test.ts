import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { customAccents, customBases, themeNames, themeOfStylesheet, themeToShow } from '../../src/theme/themes.ts';

describe('the shown theme', () => {
  test.each([
    ['the configured theme, if none was chosen on this device', null, 'light', 'light'],
    ['the chosen one, if the configured theme is dark', { name: 'matrix', configuredTheme: 'light' }, 'dark', 'matrix'],
    ['the chosen one, while the configured theme is the same as when it was chosen', { name: 'dark', configuredTheme: 'light' }, 'light', 'dark'],
    ['a configured theme that was set after the choice', { name: 'dark', configuredTheme: 'light' }, 'midnight', 'midnight'],
  ] as const)('is %s', (_case, choice, configuredTheme, shownTheme) => {
    expect(themeToShow(choice, configuredTheme)).toBe(shownTheme);
  });

  test('follows the name of a stylesheet with or without .css, and is dark if the name is unknown', () => {
    expect(['matrix.css', 'light', 'neon.css', null].map(themeOfStylesheet)).toEqual(['matrix', 'light', 'dark', 'dark']);
  });
});

describe('tokens', () => {
  const css = readFileSync(new URL('../../src/theme/tokens.css', import.meta.url), 'utf8').replaceAll("'", '"');
  const themes = [
    ...themeNames.filter((name) => name !== 'custom').map((name) => ({ name, tokens: tokensWhere((selector) => selector.includes(`[data-theme="${name}"]`)) })),
    ...customBases.flatMap((base) =>
      customAccents.map((accent) => ({
        name: `${base} with ${accent}`,
        tokens: tokensWhere(
          (selector) =>
            selector.includes('"custom"') &&
            (!selector.includes('data-base') || selector.includes(`"${base}"`)) &&
            (!selector.includes('data-accent') || selector.includes(`"${accent}"`)),
        ),
      })),
    ),
  ];

  // These pairs are used for text, icons or outlines of controls, each with its minimum contrast (docs/look-and-feel.md, Tokens).
  test.each([
    ['text', 'bg', 7],
    ['text', 'surface-1', 7],
    ['text', 'surface-3', 7],
    ['text-2', 'bg', 7],
    ['text-2', 'surface-2', 7],
    ['text-3', 'bg', 4.5],
    ['text-3', 'surface-2', 4.5],
    ['accent-text', 'bg', 4.5],
    ['accent-text', 'accent-soft', 4.5],
    ['on-accent', 'accent', 4.5],
    ['saved', 'saved-soft', 4.5],
    ['on-saved', 'saved', 4.5],
    ['waiting', 'waiting-soft', 4.5],
    ['on-waiting', 'waiting', 4.5],
    ['warn', 'warn-soft', 4.5],
    ['danger', 'bg', 4.5],
    ['danger', 'surface-1', 4.5],
    ['danger', 'danger-soft', 4.5],
    ['on-danger', 'danger-fill', 4.5],
    ['text-2', 'waiting-soft', 4.5],
    ['text-2', 'saved-soft', 4.5],
    ['text-2', 'warn-soft', 4.5],
    ['edge', 'bg', 3],
    ['edge', 'surface-2', 3],
  ])('%s on %s has a contrast of at least %d:1 in all themes', (text, background, minimum) => {
    expect(themes).toHaveLength(52);
    for (const { name, tokens } of themes) expect(contrast(tokens[text], tokens[background]), name).toBeGreaterThanOrEqual(minimum);
  });

  function tokensWhere(matches: (selector: string) => boolean): Record<string, string> {
    const tokens: Record<string, string> = {};
    for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (!matches(selector)) continue;
      for (const [, key = '', value = ''] of body.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})\s*;/g)) tokens[key] = value;
    }
    return tokens;
  }

  function contrast(firstColour: string | undefined, secondColour: string | undefined): number {
    const [higherLuminance, lowerLuminance] = [luminance(firstColour), luminance(secondColour)].sort((x, y) => y - x) as [number, number];
    return (higherLuminance + 0.05) / (lowerLuminance + 0.05);
  }

  function luminance(hex: string | undefined): number {
    if (!hex) return Number.NaN;
    const sixDigits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
      const value = Number.parseInt(sixDigits.slice(offset, offset + 2), 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
});

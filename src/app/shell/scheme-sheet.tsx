// The color scheme of this device: five themes; custom as a ground and a colour. Takes effect at once.
import { useState } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { applyTheme, currentTheme, rememberChoice, rememberCustom } from '../../theme/apply-theme.ts';
import { customAccents, customBases, themeNames, type Theme, type ThemeName } from '../../theme/themes.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './account-sheet.module.css';

export function SchemeSheet({ configured, onClose }: { configured: ThemeName; onClose: () => void }) {
  const [theme, setTheme] = useState<Theme>(() => currentTheme(configured));

  function choose(change: Partial<Theme>): void {
    const next = { ...theme, ...change };
    rememberChoice({ name: next.name, over: configured });
    rememberCustom(next);
    applyTheme(next);
    setTheme(next);
  }

  return (
    <Sheet title={shellTexts.colorScheme} onClose={onClose}>
      <div role="radiogroup" aria-label={shellTexts.colorScheme} className={styles['schemes']}>
        {themeNames.map((name) => (
          <label key={name} className={styles['scheme']}>
            <input type="radio" name="scheme" checked={name === theme.name} onChange={() => choose({ name })} />
            <span className={styles['sample']} data-theme={name} data-base={theme.base} data-accent={theme.accent} aria-hidden="true">
              <i />
            </span>
            <span>
              <b>{shellTexts.schemes[name]}</b>
              <small>{shellTexts.schemeHints[name]}</small>
            </span>
          </label>
        ))}
      </div>
      {theme.name === 'custom' ? (
        <>
          <Swatches
            label={shellTexts.base}
            names={customBases}
            words={shellTexts.bases}
            chosen={theme.base}
            onChoose={(base) => choose({ base })}
            drawn={(base) => ({ base, accent: theme.accent, className: styles['ground'] })}
          />
          <Swatches
            label={shellTexts.accent}
            names={customAccents}
            words={shellTexts.accents}
            chosen={theme.accent}
            onChoose={(accent) => choose({ accent })}
            drawn={(accent) => ({ base: theme.base, accent, className: styles['colour'] })}
          />
        </>
      ) : null}
      <p className={styles['note']}>{shellTexts.schemeNote}</p>
    </Sheet>
  );
}

interface SwatchesProps<Name extends string> {
  label: string;
  names: readonly Name[];
  words: Record<Name, string>;
  chosen: Name;
  onChoose: (name: Name) => void;
  drawn: (name: Name) => { base: Theme['base']; accent: Theme['accent']; className: string | undefined };
}

function Swatches<Name extends string>({ label, names, words, chosen, onChoose, drawn }: SwatchesProps<Name>) {
  return (
    <>
      <p className={styles['group']}>{label}</p>
      <div role="radiogroup" aria-label={label} className={styles['swatches']}>
        {names.map((name) => {
          const { base, accent, className } = drawn(name);
          return (
            <label key={name} className={styles['swatch']}>
              <input type="radio" name={label} checked={name === chosen} onChange={() => onChoose(name)} />
              <i className={className} data-theme="custom" data-base={base} data-accent={accent} aria-hidden="true" />
              {words[name]}
            </label>
          );
        })}
      </div>
    </>
  );
}

// The five themes as cards, and the colours of the custom theme. Used by the user settings and the color scheme sheet.
import { useId } from 'react';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { uiTexts } from '../../texts/ui.ts';
import { applyTheme, rememberChoice, rememberCustom } from '../../theme/apply-theme.ts';
import { customAccents, customBases, stylesheetOfTheme, themeNames, themeOfStylesheet, type Theme } from '../../theme/themes.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tag } from '../../ui/tag.tsx';
import { useShownTheme } from './use-shown-theme.ts';
import { useUserSettings } from './use-user-settings.ts';
import styles from './color-scheme.module.css';

export function ColorScheme() {
  const group = useId();
  const { config, set, isWaiting } = useUserSettings();
  const theme = useShownTheme();

  function choose(change: Partial<Theme>): void {
    const nextTheme = { ...theme, ...change };
    const configuredTheme = themeOfStylesheet(config.stylesheet);
    // The theme is applied on the device immediately, and sent to the archive when it can be reached.
    rememberChoice({ name: nextTheme.name, configuredTheme });
    rememberCustom(nextTheme);
    applyTheme(nextTheme);
    if (nextTheme.name !== configuredTheme) set('stylesheet', stylesheetOfTheme(nextTheme.name));
  }

  return (
    <>
      <div role="radiogroup" aria-label={accountSheetTexts.colorScheme} className={styles['themes']}>
        {themeNames.map((name) => (
          <label key={name} className={styles['theme']}>
            <input type="radio" name={group} checked={name === theme.name} onChange={() => choose({ name })} />
            <Sample name={name} theme={theme} />
            <span className={styles['name']}>
              <i className={styles['dot']} />
              {accountSheetTexts.schemes[name]}
            </span>
          </label>
        ))}
      </div>
      {theme.name === 'custom' ? (
        <div className={styles['parts']}>
          <Swatches
            label={accountSheetTexts.base}
            names={customBases}
            texts={accountSheetTexts.bases}
            chosenName={theme.base}
            onChoose={(base) => choose({ base })}
            swatchOf={(base) => ({ base, accent: theme.accent, className: styles['base'] })}
          />
          <Swatches
            label={accountSheetTexts.accent}
            names={customAccents}
            texts={accountSheetTexts.accents}
            chosenName={theme.accent}
            onChoose={(accent) => choose({ accent })}
            swatchOf={(accent) => ({ base: theme.base, accent, className: styles['accent'] })}
          />
        </div>
      ) : null}
      {isWaiting('stylesheet') ? (
        <Tag tone="waiting" isSoft>
          {uiTexts.waiting}
        </Tag>
      ) : null}
    </>
  );
}

/** A miniature page in the theme's own colours. */
function Sample({ name, theme }: { name: Theme['name']; theme: Theme }) {
  return (
    <span className={styles['sample']} data-theme={name} data-base={theme.base} data-accent={theme.accent} aria-hidden="true">
      <span className={styles['bar']}>
        <i className={styles['current']} />
        <i />
        <i />
      </span>
      <span className={styles['sheet']}>
        <span className={styles['tiles']}>
          <i />
          <i />
        </span>
        <i className={styles['title']} />
        <i className={styles['line']} />
        <i className={styles['button']} />
      </span>
    </span>
  );
}

interface SwatchesProps<Name extends string> {
  label: string;
  names: readonly Name[];
  texts: Record<Name, string>;
  chosenName: Name;
  onChoose: (name: Name) => void;
  swatchOf: (name: Name) => { base: Theme['base']; accent: Theme['accent']; className: string | undefined };
}

function Swatches<Name extends string>({ label, names, texts, chosenName, onChoose, swatchOf }: SwatchesProps<Name>) {
  const group = useId();
  return (
    <>
      <p className={styles['group']}>{label}</p>
      <div role="radiogroup" aria-label={label} className={styles['swatches']}>
        {names.map((name) => {
          const { base, accent, className } = swatchOf(name);
          return (
            <label key={name} className={styles['swatch']}>
              <input type="radio" name={group} checked={name === chosenName} onChange={() => onChoose(name)} />
              <i className={classNames(styles['round'], className)} data-theme="custom" data-base={base} data-accent={accent} aria-hidden="true" />
              {texts[name]}
            </label>
          );
        })}
      </div>
    </>
  );
}

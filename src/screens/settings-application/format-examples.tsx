import { Fragment } from 'react';
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import styles from './application-settings.module.css';

/** Examples to copy from, for the settings that contain a format string; nothing for other settings. */
export function FormatExamples({ setting }: { setting: string }) {
  if (setting !== 'format' && setting !== 'format_sort') return null;
  return (
    <details className={styles['examples']}>
      <summary>{texts.examples.show}</summary>
      <dl>
        {texts.examples[setting].map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code>
                {code.split(/(?<=[/+])/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

// The language of texts, dates and numbers. It is a setting of this browser, and applies to every account.
import { useState } from 'react';
import { firstScreenCache } from '../../contract/first-screen.ts';
import { chosenLanguage, language, languageOfBrowser, languages, type Language } from '../../lib/language.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { chooseLanguage, cacheLanguage } from '../../features/language/cache-language.ts';
import { SettingRow } from '../../features/settings/setting-card.tsx';

const { languageNames } = settingsTexts;
const browserChoice = 'browser';

export function LanguageRow() {
  const showToast = useToast();
  const [choice, setChoice] = useState(chosenLanguage);

  async function choose(nextChoice: Language | null): Promise<void> {
    const nextLanguage = nextChoice ?? languageOfBrowser;
    try {
      await cacheLanguage(nextLanguage);
    } catch (reason) {
      console.warn('The texts could not be fetched', reason);
      return showToast({ text: settingsTexts.languageMissing(languageNames[nextLanguage]) });
    }
    try {
      chooseLanguage(nextChoice);
    } catch (reason) {
      console.warn('The language could not be stored', reason);
      return showToast({ text: shellTexts.notKept.other });
    }
    setChoice(nextChoice);
    if (nextLanguage === language) return;
    // If home stayed cached, the next start would first paint it in the old language (docs/decisions/503). A failure is ignored.
    if (typeof caches !== 'undefined') await caches.delete(firstScreenCache).catch(() => undefined);
    location.reload();
  }

  return (
    <SettingRow label={settingsTexts.language} help={settingsTexts.languageHelp}>
      {() => (
        <ChoiceMenu
          label={settingsTexts.language}
          chipText={languageNames[choice ?? languageOfBrowser]}
          groups={[
            {
              label: settingsTexts.language,
              options: [
                { value: browserChoice, label: settingsTexts.languageOfBrowser(languageNames[languageOfBrowser]) },
                ...languages.map((name) => ({ value: name, label: languageNames[name] })),
              ],
              value: choice ?? browserChoice,
              onChoose: (value) => void choose(languages.find((name) => name === value) ?? null), // fire and forget: reports its failure
            },
          ]}
        />
      )}
    </SettingRow>
  );
}

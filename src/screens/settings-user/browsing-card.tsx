// The language, and the settings for lists, file sizes and help text. A setting that this archive has not sent has no row.
import { settingsTexts } from '../../texts/settings.ts';
import { wholeNumber } from '../../ui/field-draft.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ValueField } from '../../ui/value-field.tsx';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useUserSettings } from '../../features/settings/use-user-settings.ts';
import { LanguageRow } from './language-row.tsx';

/** An archive answers values below 1 with an error. More than 500 items on one page are slow on any device. */
const parsePageSize = wholeNumber({ min: 1, max: 500 });
/** The allowed range (SPEC §5). */
const gridItemsRange = { min: 3, max: 7 };

const { names } = settingsTexts;

export function BrowsingCard() {
  const { config, set, has, isWaiting } = useUserSettings();
  return (
    <SettingCard title={settingsTexts.browsing}>
      <LanguageRow />
      {has('page_size') ? (
        <SettingRow label={names.page_size} help={settingsTexts.pageSizeHelp} isWaiting={isWaiting('page_size')}>
          {(ids) => (
            <ValueField
              {...ids}
              name={names.page_size}
              savedValue={config.page_size}
              parse={parsePageSize}
              onSave={async (size) => {
                set('page_size', size); // stored on the device immediately
                return null;
              }}
            />
          )}
        </SettingRow>
      ) : null}
      {has('grid_items') ? (
        <SettingRow label={names.grid_items} help={settingsTexts.gridItemsHelp} isWaiting={isWaiting('grid_items')}>
          {({ helpId }) => (
            <Stepper
              label={names.grid_items}
              fewerLabel={settingsTexts.fewerGridItems}
              moreLabel={settingsTexts.moreGridItems}
              value={config.grid_items}
              {...gridItemsRange}
              describedBy={helpId}
              onChange={(items) => set('grid_items', items)}
            />
          )}
        </SettingRow>
      ) : null}
      {has('file_size_unit') ? (
        <SettingRow label={names.file_size_unit} help={settingsTexts.fileSizeHelp} isWaiting={isWaiting('file_size_unit')}>
          {() => (
            <Segmented
              label={names.file_size_unit}
              options={[
                { value: 'binary', label: settingsTexts.binary },
                { value: 'metric', label: settingsTexts.metric },
              ]}
              value={config.file_size_unit}
              onChange={(unit) => set('file_size_unit', unit)}
            />
          )}
        </SettingRow>
      ) : null}
      {has('show_help_text') ? (
        <SettingRow label={names.show_help_text} help={settingsTexts.helpTextHelp} isWaiting={isWaiting('show_help_text')}>
          {({ labelId, helpId }) => (
            <Switch isOn={config.show_help_text} aria-labelledby={labelId} aria-describedby={helpId} onChange={(isOn) => set('show_help_text', isOn)} />
          )}
        </SettingRow>
      ) : null}
    </SettingCard>
  );
}

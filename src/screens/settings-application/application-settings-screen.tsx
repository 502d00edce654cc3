// Settings of the archive, for all its users (SPEC §2 "Application settings", §3 "App settings"). Every change needs the archive now.
import type { WireAppSettings } from '../../contract/names.ts';
import { usePageDocument } from '../../queries/page-documents.ts';
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import { anyText, orUnset } from '../../ui/field-draft.ts';
import { SettingCard } from '../../features/settings/setting-card.tsx';
import { StaleNote, StaffSettingsPage, ViewContent } from '../../features/settings/staff-settings-page.tsx';
import { ApiTokenRow } from './api-token-row.tsx';
import { CookieCard } from './cookie-card.tsx';
import { MembershipCard } from './membership-card.tsx';
import { PoTokenCard } from './po-token-card.tsx';
import { SectionIcon } from './section-icon.tsx';
import { SectionIndex, sectionId } from './section-index.tsx';
import { ChoiceRow, FieldRow, SwitchRow } from './setting-rows.tsx';
import {
  parseComments,
  parseCount,
  parseLanguage,
  parseLanguages,
  remarkOnComments,
  remarkOnPageSize,
  remarkOnPause,
  type PageSizeKey,
} from './setting-rules.ts';
import { SnapshotsCard } from './snapshots-card.tsx';
import styles from './application-settings.module.css';

const parseText = orUnset(anyText);

export function ApplicationSettingsScreen() {
  return (
    <StaffSettingsPage title={texts.documentTitle}>
      <ApplicationSettings />
    </StaffSettingsPage>
  );
}

function ApplicationSettings() {
  const view = usePageDocument('app-settings');
  return (
    <>
      <StaleNote views={[view]} />
      <ViewContent view={view}>{(settings) => <Sections settings={settings} />}</ViewContent>
    </>
  );
}

const pageSizes = [
  ['channel_size', texts.units.videos],
  ['live_channel_size', texts.units.streams],
  ['shorts_channel_size', texts.units.shorts],
  ['playlist_size', texts.units.videos],
] as const satisfies readonly (readonly [PageSizeKey, string])[];

function Sections({ settings }: { settings: WireAppSettings }) {
  const { sections, units } = texts;
  const hasPoToken = Object.hasOwn(settings.downloads, 'potoken') || Object.hasOwn(settings.downloads, 'pot_provider_url');
  const downloads = { settings, section: 'downloads' } as const;
  return (
    <div className={styles['columns']}>
      <SectionIndex names={(Object.keys(sections) as (keyof typeof sections)[]).filter((name) => hasPoToken || name !== 'potoken')} />
      <div className={styles['sections']}>
        <SettingCard title={sections.scan} icon={<SectionIcon name="scan" />} id={sectionId('scan')}>
          {pageSizes.map(([key, unit]) => (
            <FieldRow
              key={key}
              settings={settings}
              section="subscriptions"
              setting={key}
              parse={parseCount}
              unit={unit}
              remark={(text) => remarkOnPageSize(key, text)}
            />
          ))}
          <SwitchRow settings={settings} section="subscriptions" setting="auto_start" />
          <SwitchRow settings={settings} section="subscriptions" setting="extract_flat" />
        </SettingCard>
        <SettingCard title={sections.downloads} icon={<SectionIcon name="downloads" />} id={sectionId('downloads')}>
          <FieldRow {...downloads} setting="limit_speed" parse={parseCount} unit={units.speed} />
          <FieldRow {...downloads} setting="throttledratelimit" parse={parseCount} unit={units.speed} />
          <FieldRow {...downloads} setting="sleep_interval" parse={parseCount} unit={units.seconds} remark={remarkOnPause} />
          <FieldRow {...downloads} setting="autodelete_days" parse={parseCount} unit={units.days} />
          <FieldRow {...downloads} setting="extra_options" variant="code" parse={parseText} />
        </SettingCard>
        <SettingCard title={sections.format} icon={<SectionIcon name="format" />} id={sectionId('format')}>
          <FieldRow {...downloads} setting="format" variant="code" parse={parseText} />
          <FieldRow {...downloads} setting="format_sort" variant="code" parse={parseText} />
          <FieldRow {...downloads} setting="extractor_lang" variant="text" parse={parseLanguage} />
          <SwitchRow {...downloads} setting="add_metadata" />
          <SwitchRow {...downloads} setting="add_thumbnail" />
        </SettingCard>
        <SettingCard title={sections.subtitles} icon={<SectionIcon name="subtitles" />} id={sectionId('subtitles')}>
          <FieldRow {...downloads} setting="subtitle" variant="text" parse={parseLanguages} />
          <ChoiceRow settings={settings} setting="subtitle_source" />
          <SwitchRow {...downloads} setting="subtitle_index" />
        </SettingCard>
        <SettingCard title={sections.comments} icon={<SectionIcon name="comments" />} id={sectionId('comments')}>
          <FieldRow {...downloads} setting="comment_max" variant="text" parse={parseComments} remark={remarkOnComments} />
          <ChoiceRow settings={settings} setting="comment_sort" />
        </SettingCard>
        <CookieCard id={sectionId('cookie')} />
        <PoTokenCard id={sectionId('potoken')} settings={settings} />
        <SettingCard title={sections.integrations} icon={<SectionIcon name="integrations" />} id={sectionId('integrations')}>
          <ApiTokenRow />
          <SwitchRow {...downloads} setting="integrate_ryd" />
          <SwitchRow {...downloads} setting="integrate_sponsorblock" />
          <SwitchRow settings={settings} section="application" setting="enable_cast" />
        </SettingCard>
        <MembershipCard id={sectionId('membership')} />
        <SnapshotsCard id={sectionId('snapshots')} settings={settings} />
      </div>
    </div>
  );
}

// What belongs to one person (SPEC §2 "User settings"): at once on this device, then to the archive. Works offline.
import { useSession } from '../../queries/session.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { ColorScheme } from '../../features/settings/color-scheme.tsx';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { SettingsNavigation } from '../../features/settings/settings-navigation.tsx';
import { AdministrationCard } from './administration-card.tsx';
import { BrowsingCard } from './browsing-card.tsx';
import { DeviceCard } from './device-card.tsx';
import styles from './user-settings-screen.module.css';

export function UserSettingsScreen() {
  const { isStaff } = useSession();
  const isAway = useIsAway();
  return (
    <div className={styles['page']}>
      <PageTitle title={settingsTexts.title} documentTitle={shellTexts.pageTitle(settingsTexts.userTitle)} />
      <h1 className={styles['title']}>{settingsTexts.title}</h1>
      <SettingsNavigation isStaff={isStaff} />
      <section aria-labelledby="color-scheme" className={styles['scheme']}>
        <h2 id="color-scheme">{shellTexts.colorScheme}</h2>
        <ColorScheme />
        <HelpLine>{settingsTexts.schemeHelp}</HelpLine>
      </section>
      <BrowsingCard />
      <DeviceCard />
      {/* Gone with the connection, and asked for anew with the next one. */}
      {isAway ? null : <AdministrationCard isStaff={isStaff} />}
    </div>
  );
}

// The user's own settings (SPEC §2 "User settings"): applied on this device immediately, then sent to the archive. Works offline.
import { useSession } from '../../queries/session.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageHeading } from '../../features/page/page-heading.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { ColorScheme } from '../../features/settings/color-scheme.tsx';
import { HelpLine } from '../../features/settings/help-line.tsx';
import { SettingsNavigation } from '../../features/settings/settings-navigation.tsx';
import { BrowsingCard } from './browsing-card.tsx';
import { ThisDeviceCard } from './device-card.tsx';
import styles from './user-settings-screen.module.css';
import { Suspense, useEffect, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import buttons from '../../ui/button.module.css';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';

const devicesCard = lazyChunk(async () => (await import('./devices-card.tsx')).SignedInDevicesCard);

export function UserSettingsScreen() {
  const { isStaff } = useSession();
  const isAway = useIsAway();
  return (
    <div className={styles['page']}>
      <PageTitle title={settingsTexts.title} documentTitle={shellTexts.pageTitle(settingsTexts.userTitle)} />
      <PageHeading title={settingsTexts.title} />
      <SettingsNavigation isStaff={isStaff} />
      <section aria-labelledby="color-scheme" className={styles['scheme']}>
        <h2 id="color-scheme">{accountSheetTexts.colorScheme}</h2>
        <ColorScheme />
        <HelpLine>{settingsTexts.schemeHelp}</HelpLine>
      </section>
      <BrowsingCard />
      <ThisDeviceCard />
      <ChunkBoundary>
        <Suspense>
          <devicesCard.Component />
        </Suspense>
      </ChunkBoundary>
      {/* Unmounted while the archive is away, so that the card checks for the page again on reconnecting. */}
      {isAway ? null : <AdministrationCard isStaff={isStaff} />}
    </div>
  );
}

/** The page for user administration (SPEC §2, §6). Not every archive has it, so the link is hidden until the page answers. */
const adminPath = '/admin/';

/**
 * A link to the user administration. Users who are not staff get the link only if the page shows their own account without a separate
 * login.
 */
function AdministrationCard({ isStaff }: { isStaff: boolean }) {
  const { pageAt } = useCommands();
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void pageAt(adminPath).then((answer) => !isUnmounted && setIsOffered(answer === 'page' || (isStaff && answer === 'login')));
    return () => {
      isUnmounted = true;
    };
  }, [pageAt, isStaff]);
  if (!isOffered) return null;
  return (
    <SettingCard title={isStaff ? settingsTexts.administration : settingsTexts.account}>
      <SettingRow label={isStaff ? settingsTexts.users : settingsTexts.ownAccount} help={isStaff ? settingsTexts.usersHelp : settingsTexts.ownAccountHelp}>
        {({ labelId }) => (
          <a className={buttons['button']} href={adminPath} target="_blank" rel="noreferrer" aria-describedby={labelId}>
            <ListIcon name="external" size={19} />
            {settingsTexts.usersOpen}
          </a>
        )}
      </SettingRow>
    </SettingCard>
  );
}

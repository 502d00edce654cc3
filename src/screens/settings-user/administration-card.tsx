import { useEffect, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import buttons from '../../ui/button.module.css';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';

/** SPEC §2, §6: not every archive has one; absent until it is known to answer. */
const adminPath = '/admin/';

/** For staff the user administration; for everyone else the same page where it shows their own account without a login of its own. */
export function AdministrationCard({ isStaff }: { isStaff: boolean }) {
  const { pageAt } = useCommands();
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let isGone = false;
    void pageAt(adminPath).then((answer) => !isGone && setIsThere(answer === 'page' || (isStaff && answer === 'login')));
    return () => {
      isGone = true;
    };
  }, [pageAt, isStaff]);
  if (!isThere) return null;
  return (
    <SettingCard title={isStaff ? settingsTexts.administration : settingsTexts.account}>
      <SettingRow label={isStaff ? settingsTexts.users : settingsTexts.ownAccount} help={isStaff ? settingsTexts.usersHelp : settingsTexts.ownAccountHelp}>
        {({ labelId }) => (
          <a className={buttons['button']} href={adminPath} target="_blank" rel="noreferrer" aria-describedby={labelId}>
            <Icon name="external" size={19} />
            {settingsTexts.usersOpen}
          </a>
        )}
      </SettingRow>
    </SettingCard>
  );
}

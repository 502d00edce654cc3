import { useEffect, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import buttons from '../../ui/button.module.css';
import { SettingCard, SettingRow } from '../setting-card.tsx';

/** SPEC §2, §6: not every archive has one; absent until it is known to answer. */
const adminPath = '/admin/';

export function AdministrationCard() {
  const { hasPage } = useCommands();
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let isGone = false;
    void hasPage(adminPath).then((answer) => !isGone && setIsThere(answer));
    return () => {
      isGone = true;
    };
  }, [hasPage]);
  if (!isThere) return null;
  return (
    <SettingCard title={settingsTexts.administration}>
      <SettingRow label={settingsTexts.users} help={settingsTexts.usersHelp}>
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

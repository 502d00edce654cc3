// The pages of the settings, as a row of links under the title; on a phone it scrolls sideways.
import { NavLink } from 'react-router-dom';
import { settingsTexts } from '../texts/settings.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './settings-navigation.module.css';

interface Place {
  to: string;
  label: string;
  icon: IconName;
  isForStaff: boolean;
}

/** SPEC §2 "Settings sub-navigation". Only routes that exist. */
const places: readonly Place[] = [{ to: '/settings/user/', label: settingsTexts.user, icon: 'user', isForStaff: false }];

export function SettingsNavigation({ isStaff }: { isStaff: boolean }) {
  return (
    <nav aria-label={settingsTexts.navigation} className={styles['places']}>
      {places
        .filter((place) => isStaff || !place.isForStaff)
        .map((place) => (
          <NavLink key={place.to} to={place.to} className={classNames(styles['place'])} end>
            <Icon name={place.icon} size={18} />
            {place.label}
          </NavLink>
        ))}
    </nav>
  );
}

// The row of links to the settings pages, under the title. On a phone the row scrolls sideways.
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { settingsTexts } from '../../texts/settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconSet } from '../../ui/icon-frame.tsx';
import styles from './settings-navigation.module.css';

const SettingsIcon = iconSet({
  bolt: <path d="M13.5 3.5 5.5 13.5h5l-1 7 9-11h-6z" />,
  chart: <path d="M4 20.5h16M6.5 16.5v-5M10.2 16.5v-9M13.8 16.5v-6M17.5 16.5v-12" />,
});

interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  isForStaff: boolean;
}

/** The links to the settings pages (SPEC §2 "Settings sub-navigation"). Only existing routes are listed. */
const navItems: readonly NavItem[] = [
  { to: '/settings/', label: settingsTexts.dashboard, icon: <SettingsIcon name="chart" size={18} />, isForStaff: false },
  { to: '/settings/user/', label: settingsTexts.user, icon: <Icon name="user" size={18} />, isForStaff: false },
  { to: '/settings/application/', label: settingsTexts.application, icon: <Icon name="settings" size={18} />, isForStaff: true },
  { to: '/settings/scheduling/', label: settingsTexts.scheduling, icon: <Icon name="clock" size={18} />, isForStaff: true },
  { to: '/settings/actions/', label: settingsTexts.actions, icon: <SettingsIcon name="bolt" size={18} />, isForStaff: true },
];

export function SettingsNavigation({ isStaff }: { isStaff: boolean }) {
  return (
    <nav ref={showCurrent} aria-label={settingsTexts.navigation} className={styles['links']}>
      {navItems
        .filter((item) => isStaff || !item.isForStaff)
        .map((item) => (
          <NavLink key={item.to} to={item.to} className={classNames(styles['link'])} end>
            {item.icon}
            {item.label}
          </NavLink>
        ))}
    </nav>
  );
}

/** Scrolls to the current page's link, because on a phone the row is wider than the screen. */
function showCurrent(nav: HTMLElement | null): void {
  const currentLink = nav?.querySelector<HTMLElement>('[aria-current="page"]');
  if (nav && currentLink) nav.scrollLeft = currentLink.offsetLeft - (nav.clientWidth - currentLink.offsetWidth) / 2;
}

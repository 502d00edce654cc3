import { Link, useLocation } from 'react-router-dom';
import { channelTexts } from '../../texts/channels.ts';
import type { ChannelTotalsAndTabs } from './channel-rows.ts';
import styles from './channel-screen.module.css';

/** Tabs that exist for this channel (SPEC §2 "Channel shell"). Links: they are pages of their own. */
export function ChannelTabs({ channelId, facts }: { channelId: string; facts: ChannelTotalsAndTabs | null }) {
  const { pathname } = useLocation();
  const base = `/channel/${encodeURIComponent(channelId)}/`;
  const tabs = [
    { to: base, label: channelTexts.videos, isThere: true },
    { to: `${base}streams/`, label: channelTexts.streams, isThere: facts?.hasStreams ?? false },
    { to: `${base}shorts/`, label: channelTexts.shorts, isThere: facts?.hasShorts ?? false },
  ].filter((tab) => tab.isThere || tab.to === withSlash(pathname));
  return (
    <nav aria-label={channelTexts.tabs} className={styles['tabs']}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={styles['tab']} {...(tab.to === withSlash(pathname) ? { 'aria-current': 'page' as const } : {})}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

function withSlash(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`;
}

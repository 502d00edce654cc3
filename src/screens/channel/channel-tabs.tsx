import type { KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { channelPath } from '../../lib/addresses.ts';
import { useSession } from '../../queries/session.ts';
import { channelAboutTexts } from '../../texts/channel-about.ts';
import { channelTexts } from '../../texts/channels.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import type { ChannelTotalsAndTabs } from './shown-channel.ts';
import styles from './channel-screen.module.css';

/**
 * The tabs of this channel (SPEC §2 "Channel shell"). They are links, because each tab is a page. Arrow keys move the focus between them.
 */
export function ChannelTabs({ channelId, facts }: { channelId: string; facts: ChannelTotalsAndTabs | null }) {
  const { pathname } = useLocation();
  const { isStaff } = useSession();
  const base = channelPath(channelId);
  const tabs = [
    { to: base, label: channelTexts.videos, isOffered: true },
    { to: `${base}streams/`, label: channelTexts.streams, isOffered: facts?.hasStreams ?? false },
    { to: `${base}shorts/`, label: channelTexts.shorts, isOffered: facts?.hasShorts ?? false },
    { to: `${base}playlist/`, label: playlistsTexts.title, isOffered: facts?.hasPlaylists ?? false },
    { to: `${base}about/`, label: channelAboutTexts.title, isOffered: true },
    // The last two tabs are links to the download queue, filtered by this channel (SPEC §2).
    {
      to: `/downloads/?channel=${encodeURIComponent(channelId)}&ignored=false`,
      label: channelTexts.downloads,
      isOffered: isStaff && (facts?.hasPending ?? false),
    },
    {
      to: `/downloads/?channel=${encodeURIComponent(channelId)}&ignored=true`,
      label: channelTexts.ignored,
      isOffered: isStaff && (facts?.hasIgnored ?? false),
    },
  ].filter((tab) => tab.isOffered || tab.to === withSlash(pathname));
  return (
    <nav aria-label={channelTexts.tabs} className={styles['tabs']} data-owns-keys onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={styles['tab']} {...(tab.to === withSlash(pathname) ? { 'aria-current': 'page' as const } : {})}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const index = links.indexOf(document.activeElement as HTMLAnchorElement);
  const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: links.length - 1 };
  const nextIndex = steps[event.key];
  if (nextIndex === undefined || index < 0) return;
  event.preventDefault();
  links[(nextIndex + links.length) % links.length]?.focus();
}

function withSlash(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`;
}

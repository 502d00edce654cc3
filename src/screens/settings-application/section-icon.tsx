// The icons before the headings of the application settings.
import type { ReactNode } from 'react';
import { IconFrame } from '../../ui/icon-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SectionName } from './section-index.tsx';

/** The size of an icon, in CSS pixels. */
const size = 20;

const shapes: Record<SectionName, ReactNode> = {
  scan: <Icon name="retry" size={size} />,
  downloads: <Icon name="downloads" size={size} />,
  format: (
    <IconFrame size={size}>
      <path d="M4 5.5h16v13H4zM8.5 5.5v13M15.5 5.5v13M4 12h16M4 8.8h4.5M4 15.2h4.5M15.5 8.8H20M15.5 15.2H20" />
    </IconFrame>
  ),
  subtitles: (
    <IconFrame size={size}>
      <path d="M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM6.5 14.5h4M13.5 14.5h4M6.5 11h7M16.5 11h1" />
    </IconFrame>
  ),
  comments: (
    <IconFrame size={size}>
      <path d="M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-7L7.5 20v-3.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5zM7.5 9h9M7.5 12.5h6" />
    </IconFrame>
  ),
  cookie: (
    <IconFrame size={size}>
      <path d="M12 3.5a8.5 8.5 0 1 0 8.5 8.5 3.4 3.4 0 0 1-4-3.6A3.7 3.7 0 0 1 12 3.5z" />
      <g fill="currentColor" stroke="none">
        <circle cx="9" cy="10" r="1.2" />
        <circle cx="10" cy="15.3" r="1.2" />
        <circle cx="14.6" cy="13.4" r="1.2" />
      </g>
    </IconFrame>
  ),
  potoken: <Icon name="key" size={size} />,
  integrations: (
    <IconFrame size={size}>
      <path d="M9 3.5v4.5M15 3.5v4.5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v3.5" />
    </IconFrame>
  ),
  membership: (
    <IconFrame size={size}>
      <path d="M12 4l2.5 5.2 5.6.8-4 4 .9 5.7-5-2.7-5 2.7.9-5.7-4-4 5.6-.8z" />
    </IconFrame>
  ),
  snapshots: (
    <IconFrame size={size}>
      <path d="M4.5 7.5h3l1.5-2.5h6l1.5 2.5h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM12 9.5a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z" />
    </IconFrame>
  ),
};

/** The icon is decorative, because the heading names the section. */
export function SectionIcon({ name }: { name: SectionName }) {
  return shapes[name];
}

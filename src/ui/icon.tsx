// Icons of the shell and of lists. Those that only the player and the video page use are in player-icon.tsx.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  home: <path d="M4 10.6 12 4l8 6.6V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5V14h5v6.5" />,
  channels: (
    <>
      <rect x="3.5" y="8" width="17" height="12" rx="2.5" />
      <path d="m8 3.5 4 4.5 4-4.5M10.5 11.5l4 2.5-4 2.5z" />
    </>
  ),
  playlists: <path d="M4 6.5h16M4 12h8M4 17.5h6M15 12.5l5.5 3.5-5.5 3.5z" />,
  saved: (
    <>
      <rect x="3.5" y="8" width="17" height="12" rx="2.5" />
      <path d="M8.5 8V6A2 2 0 0 1 10.5 4h3a2 2 0 0 1 2 2v2M3.5 13.5h6M14.5 13.5h6" />
      <rect x="9.5" y="12" width="5" height="3.5" rx="1" />
    </>
  ),
  save: (
    <path d="M20.5 12.5v-2A2.5 2.5 0 0 0 18 8H6a2.5 2.5 0 0 0-2.5 2.5v7A2.5 2.5 0 0 0 6 20h7M8.5 8V6A2 2 0 0 1 10.5 4h3a2 2 0 0 1 2 2v2M17.5 15v6M14.5 18h6" />
  ),
  pause: <path d="M9 6v12M15 6v12" />,
  downloads: <path d="M3.5 13.5V18A2.5 2.5 0 0 0 6 20.5h12a2.5 2.5 0 0 0 2.5-2.5v-4.5h-5l-1.3 2.5H9.8l-1.3-2.5zM12 3.5v8M8.5 8.5 12 12l3.5-3.5" />,
  'cloud-tick': <path d="M7 18.5a4 4 0 0 1-.6-7.95 5.8 5.8 0 0 1 11.2-.5A4.25 4.25 0 0 1 17 18.5M9.3 16.2l2.2 2.3 4-4.3" />,
  'cloud-struck': <path d="M9.5 5.9a5.8 5.8 0 0 1 8.1 4.15 4.25 4.25 0 0 1 2.6 6.7M16.5 18.5H7a4 4 0 0 1-.6-7.95q.2-.8.6-1.5M3.5 3.5l17 17" />,
  sync: <path d="M20 11a8 8 0 0 0-14.3-4L3.5 9.3M3.5 4.5v4.8h4.8M4 13a8 8 0 0 0 14.3 4l2.2-2.3M20.5 19.5v-4.8h-4.8" />,
  warning: (
    <>
      <path d="M12 4 21 19.5H3zM12 10v4.5" />
      <circle cx="12" cy="17" r=".5" fill="currentColor" />
    </>
  ),
  key: <path d="M4 15.5a4 4 0 0 0 8 0 4 4 0 0 0-8 0zM11 12.5l8.5-8.5M16 7.5l3 3M13.5 10l1.8 1.8" />,
  'wifi-lock': (
    <>
      <path d="M3 9.5a13 13 0 0 1 18 0M6.2 13a8.5 8.5 0 0 1 5.3-2.2M15 15.5V14a2 2 0 0 1 4 0v1.5" />
      <rect x="13.5" y="15.5" width="7" height="5" rx="1.2" />
    </>
  ),
  eye: <path d="M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12zM9.2 12a2.8 2.8 0 0 0 5.6 0 2.8 2.8 0 0 0-5.6 0z" />,
  'eye-struck': (
    <path d="M9.8 6.1A9 9 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.3 3M6.2 7.7A14.5 14.5 0 0 0 2.8 12S6 18.2 12 18.2a9 9 0 0 0 4-.9M4 4l16 16" />
  ),
  clock: <path d="M3.5 12a8.5 8.5 0 0 0 17 0 8.5 8.5 0 0 0-17 0zM12 7.2V12l3.2 2" />,
  more: <path d="M12 5.5h.01M12 12h.01M12 18.5h.01" strokeWidth={3.2} />,
  close: <path d="M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5" />,
  play: <path d="M7.5 5.2v13.6a.8.8 0 0 0 1.22.68l10.9-6.8a.8.8 0 0 0 0-1.36L8.72 4.52a.8.8 0 0 0-1.22.68z" fill="currentColor" />,
  retry: <path d="M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5" />,
  tick: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  'arrow-back': <path d="M20 12H4.5M11 5.5 4.5 12l6.5 6.5" />,
  search: <path d="M4.5 11a6.5 6.5 0 0 0 13 0 6.5 6.5 0 0 0-13 0zM16 16l4.5 4.5" />,
  user: <path d="M8 8.5a4 4 0 0 0 8 0 4 4 0 0 0-8 0zM4.5 20a7.5 7.5 0 0 1 15 0" />,
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2.2" />
      <path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
  logout: <path d="M10 20H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h4M15 16.5 19.5 12 15 7.5M19.5 12H9.5" />,
  device: (
    <>
      <rect x="6.5" y="3" width="11" height="18" rx="2.5" />
      <path d="M10.5 18h3" />
    </>
  ),
  info: (
    <>
      <path d="M3.5 12a8.5 8.5 0 0 0 17 0 8.5 8.5 0 0 0-17 0zM12 11.2v5" />
      <circle cx="12" cy="8" r=".6" fill="currentColor" />
    </>
  ),
  settings: <path d="M3.5 8h9M17.5 8h3M3.5 16h3M11.5 16h9M12.5 8a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0-5 0zM6.5 16a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0-5 0z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
} as const;

export type IconName = keyof typeof shapes;

/** All names, for the catalogue of components (src/screens/catalogue). */
export const iconNames = Object.keys(shapes) as IconName[];

export const Icon = iconSet(shapes);

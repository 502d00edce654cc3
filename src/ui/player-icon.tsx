// Icons that only the player and the video page use, separate from icon.tsx so that the first page does not load them.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  pause: <path d="M8 5.5v13M16 5.5v13" strokeWidth="3.2" />,
  subtitles: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
      <path d="M10.5 10.7a2 2 0 1 0 0 2.6M17 10.7a2 2 0 1 0 0 2.6" />
    </>
  ),
  previous: (
    <>
      <path d="M18 6v12l-9-6z" fill="currentColor" />
      <path d="M6 6v12" />
    </>
  ),
  next: (
    <>
      <path d="M6 6v12l9-6z" fill="currentColor" />
      <path d="M18 6v12" />
    </>
  ),
  volume: <path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.3a8 8 0 0 1 0 11.4" />,
  muted: <path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5" />,
  'picture-in-picture': (
    <>
      <path d="M20.5 11V7A2 2 0 0 0 18.5 5h-13a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2H9" />
      <rect x="12.5" y="13" width="8.5" height="6.5" rx="1.5" fill="currentColor" />
    </>
  ),
  theater: (
    <>
      <rect x="2.8" y="7" width="18.4" height="10" rx="2" />
      <path d="M7 10.5v3M17 10.5v3" />
    </>
  ),
  help: (
    <>
      <path d="M3.5 12a8.5 8.5 0 0 0 17 0 8.5 8.5 0 0 0-17 0zM9.6 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.7" />
      <circle cx="12" cy="16.3" r=".5" fill="currentColor" />
    </>
  ),
  'ten-back': (
    <>
      <path d="M5 12.5a7 7 0 1 0 2.6-5.4L5 9.3M5 5v4.3h4.3" />
      <path d="m9.3 11.6 1.3-.9v4.6" strokeWidth="1.5" />
      <rect x="12.4" y="10.7" width="3" height="4.6" rx="1.5" strokeWidth="1.5" />
    </>
  ),
  'ten-forward': (
    <>
      <path d="M19 12.5a7 7 0 1 1-2.6-5.4L19 9.3M19 5v4.3h-4.3" />
      <path d="m8.7 11.6 1.3-.9v4.6" strokeWidth="1.5" />
      <rect x="11.8" y="10.7" width="3" height="4.6" rx="1.5" strokeWidth="1.5" />
    </>
  ),
  cast: (
    <>
      <path d="M3.5 9V6.5A1.5 1.5 0 0 1 5 5h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 19h-4.5M3.5 12.5a6.5 6.5 0 0 1 6.5 6.5M3.5 16a3 3 0 0 1 3 3" />
      <circle cx="3.8" cy="18.8" r=".6" fill="currentColor" />
    </>
  ),
  'other-screen': (
    <>
      <path d="M7 16.5H5A1.5 1.5 0 0 1 3.5 15V6.5A1.5 1.5 0 0 1 5 5h14a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5h-2" />
      <path d="m12 14.5 4.5 5.5h-9z" fill="currentColor" />
    </>
  ),
  fullscreen: <path d="M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15" />,
  'leave-fullscreen': (
    <path d="M9 4v3.5A1.5 1.5 0 0 1 7.5 9H4M20 9h-3.5A1.5 1.5 0 0 1 15 7.5V4M15 20v-3.5a1.5 1.5 0 0 1 1.5-1.5H20M4 15h3.5A1.5 1.5 0 0 1 9 16.5V20" />
  ),
  'start-over': <path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5" />,
  'thumb-down': (
    <path d="M16.5 13.5V4H19a1.5 1.5 0 0 1 1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5zM16.5 13.5l-3.7 6.7a2 2 0 0 1-2.5-2.6l1-3.1H6.1a2 2 0 0 1-2-2.4l1.3-6.4a2 2 0 0 1 2-1.7h9.1" />
  ),
  star: <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" fill="currentColor" />,
  'star-half': (
    <>
      <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
      <path d="M12 3.8v13l-5.1 2.7 1-5.7-4.1-4 5.7-.8z" fill="currentColor" stroke="none" />
    </>
  ),
  'star-empty': <path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />,
  share: (
    <path d="M15 5.5a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0-5 0zM4 12a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0-5 0zM15 18.5a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0-5 0zM8.7 10.8l6.6-4M8.7 13.2l6.6 4" />
  ),
  link: <path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1" />,
  'file-down': <path d="M6 4.5A1.5 1.5 0 0 1 7.5 3H14l4.5 4.5v12A1.5 1.5 0 0 1 17 21H7.5A1.5 1.5 0 0 1 6 19.5zM13.5 3v5h5M12 11v6M9.3 14.5 12 17.2l2.7-2.7" />,
  'thumb-up': (
    <path d="M7.5 10.5V20H5a1.5 1.5 0 0 1-1.5-1.5V12A1.5 1.5 0 0 1 5 10.5zM7.5 10.5l3.7-6.7a2 2 0 0 1 2.5 2.6l-1 3.1h5.2a2 2 0 0 1 2 2.4l-1.3 6.4a2 2 0 0 1-2 1.7H7.5" />
  ),
} as const;

export type PlayerIconName = keyof typeof shapes;

export const PlayerIcon = iconSet(shapes);

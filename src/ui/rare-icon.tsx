// Icons that few screens show. Separate from icon.tsx, to keep them out of the initial bundle.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  heart: <path d="M12 19.5S4 14.7 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3c0 5.4-8 10.2-8 10.2z" fill="currentColor" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  grip: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth={3} />,
  'move-top': <path d="M5 4.5h14M12 20V8.5M6.5 14 12 8.5l5.5 5.5" />,
  'move-up': <path d="M12 20V4.5M5.5 11 12 4.5l6.5 6.5" />,
  'move-down': <path d="M12 4v15.5M5.5 13l6.5 6.5 6.5-6.5" />,
  'move-bottom': <path d="M5 19.5h14M12 4v11.5M6.5 10l5.5 5.5 5.5-5.5" />,
  bolt: <path d="M13 3.5 5.5 13.5H11l-.9 7 7.4-10H12z" />,
  ban: <path d="M3.5 12a8.5 8.5 0 0 0 17 0 8.5 8.5 0 0 0-17 0zM6 6l12 12" />,
  reset: <path d="M4.5 4.5v4.6h4.6M4.9 9A7.7 7.7 0 1 1 4.3 13" />,
  pin: <path d="M8.5 4h7M9.5 4v5.5L7 13h10l-2.5-3.5V4M12 13v7" />,
  stop: <rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor" />,
  bin: <path d="M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.7a1.5 1.5 0 0 0 1.5 1.3h6.4a1.5 1.5 0 0 0 1.5-1.3L17.5 7M10.2 11v5M13.8 11v5" />,
  palette: (
    <>
      <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.3 0 1.8-.9 1.5-1.9-.5-1.6.4-2.6 2-2.6h1.7a3.3 3.3 0 0 0 3.3-3.3C20.5 7.5 16.7 3.5 12 3.5z" />
      <g fill="currentColor" stroke="none">
        <circle cx="8" cy="10" r="1.2" />
        <circle cx="12" cy="7.7" r="1.2" />
        <circle cx="16" cy="10" r="1.2" />
      </g>
    </>
  ),
} as const;

export type RareIconName = keyof typeof shapes;

export const RareIcon = iconSet(shapes);

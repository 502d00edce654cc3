// Icons of up next.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  queue: <path d="M4 6.5h12M4 11.5h12M4 16.5h7M15 15v6l5-3z" />,
  'play-next': <path d="M4 11.5h9M4 16.5h9M4 6.5h16M16 11v6.5M13.2 14.5l2.8 3 2.8-3" />,
  'add-to-queue': <path d="M4 6.5h16M4 11.5h16M4 16.5h7M17.5 14.5v6M14.5 17.5h6" />,
  shuffle: (
    <path d="M3.5 7h3.2c1.4 0 2.7.7 3.5 1.9l3.6 6.2a4 4 0 0 0 3.5 1.9h3M17.5 4.2 20.3 7l-2.8 2.8M3.5 17h3.2a4 4 0 0 0 3.2-1.6M13.5 8.6A4 4 0 0 1 16.8 7h3.5M17.5 14.2l2.8 2.8-2.8 2.8" />
  ),
  loop: <path d="M17 3.5 20 6.5l-3 3M20 6.5H8a4 4 0 0 0-4 4V12M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4V12" />,
} as const;

export const QueueIcon = iconSet(shapes);

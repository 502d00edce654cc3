// Icons for the up next queue.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  queue: <path d="M4 6.5h12M4 11.5h12M4 16.5h7M15 15v6l5-3z" />,
  'play-next': <path d="M4 11.5h9M4 16.5h9M4 6.5h16M16 11v6.5M13.2 14.5l2.8 3 2.8-3" />,
  'add-to-queue': <path d="M4 6.5h16M4 11.5h16M4 16.5h7M17.5 14.5v6M14.5 17.5h6" />,
} as const;

export const QueueIcon = iconSet(shapes);

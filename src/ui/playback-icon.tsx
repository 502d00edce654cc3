// Icons for shuffle and loop. Separate from queue-icon.tsx, to keep them out of the initial bundle.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  shuffle: (
    <path d="M3.5 7h3.2c1.4 0 2.7.7 3.5 1.9l3.6 6.2a4 4 0 0 0 3.5 1.9h3M17.5 4.2 20.3 7l-2.8 2.8M3.5 17h3.2a4 4 0 0 0 3.2-1.6M13.5 8.6A4 4 0 0 1 16.8 7h3.5M17.5 14.2l2.8 2.8-2.8 2.8" />
  ),
  loop: <path d="M17 3.5 20 6.5l-3 3M20 6.5H8a4 4 0 0 0-4 4V12M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4V12" />,
} as const;

export const PlaybackIcon = iconSet(shapes);

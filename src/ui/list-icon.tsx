// Icons of the list tools and of links that leave the client. Separate from icon.tsx, to keep them out of the initial bundle.
import { iconSet } from './icon-frame.tsx';

const shapes = {
  grid: (
    <>
      <rect x="4" y="4" width="6.5" height="6.5" rx="1.6" />
      <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.6" />
      <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.6" />
      <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.6" />
    </>
  ),
  list: (
    <>
      <rect x="4" y="4.5" width="6.5" height="5.5" rx="1.4" />
      <rect x="4" y="14" width="6.5" height="5.5" rx="1.4" />
      <path d="M14 6h6M14 9h3.5M14 15.5h6M14 18.5h3.5" />
    </>
  ),
  table: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <path d="M3.5 9.5h17M3.5 14.5h17M10 9.5v10" />
    </>
  ),
  sliders: (
    <>
      <path d="M7.5 4v8M7.5 17v3M16.5 4v3M16.5 12v8" />
      <circle cx="7.5" cy="14.5" r="2.4" />
      <circle cx="16.5" cy="9.5" r="2.4" />
    </>
  ),
  external: <path d="M13.5 4.5h6v6M19.5 4.5 11 13M18 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V7.5A1.5 1.5 0 0 1 6 6h4" />,
  descending: <path d="M12 4.5v15M6 13.5l6 6 6-6" />,
  ascending: <path d="M12 19.5v-15M6 10.5l6-6 6 6" />,
  select: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="3.5" />
      <path d="m8.3 12.3 2.6 2.6 4.8-5.2" />
    </>
  ),
  'select-all': (
    <>
      <rect x="7.5" y="7.5" width="12.5" height="12.5" rx="3" />
      <path d="M4 15.5V7a3 3 0 0 1 3-3h8.5M11 13.8l2 2 3.6-4" />
    </>
  ),
} as const;

export const ListIcon = iconSet(shapes);

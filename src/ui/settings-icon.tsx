// Icons of the settings pages. Apart from icon.tsx, so that the first load does not carry them.
import { IconFrame } from './icon-frame.tsx';

const shapes = {
  bolt: <path d="M13.5 3.5 5.5 13.5h5l-1 7 9-11h-6z" />,
  chart: <path d="M4 20.5h16M6.5 16.5v-5M10.2 16.5v-9M13.8 16.5v-6M17.5 16.5v-12" />,
} as const;

export type SettingsIconName = keyof typeof shapes;

/** Decoration only: the name comes from the control around it. `size` in CSS pixels. */
export function SettingsIcon({ name, size }: { name: SettingsIconName; size?: number }) {
  return <IconFrame size={size}>{shapes[name]}</IconFrame>;
}

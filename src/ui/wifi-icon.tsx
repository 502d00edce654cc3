import { IconFrame } from './icon-frame.tsx';

/** The Wi-Fi icon. Separate from icon.tsx, to keep it out of the initial bundle. */
export function WifiIcon({ size }: { size: number }) {
  return (
    <IconFrame size={size}>
      <path d="M3 9.5a13 13 0 0 1 18 0M6.2 13a8.5 8.5 0 0 1 11.6 0M9.3 16.3a4 4 0 0 1 5.4 0" />
      <circle cx="12" cy="19.3" r=".6" fill="currentColor" />
    </IconFrame>
  );
}

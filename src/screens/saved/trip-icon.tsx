import { IconFrame } from '../../ui/icon-frame.tsx';

/** The icon of trips: a luggage tag. */
export function TripIcon({ size = 19 }: { size?: number }) {
  return (
    <IconFrame size={size}>
      <path d="M3.8 12.2V5.3a1.5 1.5 0 0 1 1.5-1.5h6.9a2 2 0 0 1 1.4.6l6.4 6.4a2 2 0 0 1 0 2.8l-6.4 6.4a2 2 0 0 1-2.8 0l-6.4-6.4a2 2 0 0 1-.6-1.4z" />
      <circle cx="8.4" cy="8.4" r="1.5" />
    </IconFrame>
  );
}

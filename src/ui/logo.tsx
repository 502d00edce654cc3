/** The logo: a boat whose sail is a play icon. `isPlain`: in the text's colour, without its background. */
export function Logo({ size = 30, isPlain = false }: { size?: number; isPlain?: boolean }) {
  const fill = isPlain ? 'currentColor' : 'var(--on-accent)';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      {isPlain ? null : <rect width="32" height="32" rx="9" fill="var(--accent)" />}
      <path d="M11.5 7.3c0-.9 1-1.45 1.75-.95l11 7.3c.9.6.9 1.8 0 2.4l-3.5 2.35H11.5z" fill={fill} />
      <path d="M6.5 20.6h19v2.2a3.6 3.6 0 0 1-3.6 3.6H10.1a3.6 3.6 0 0 1-3.6-3.6z" fill={fill} />
    </svg>
  );
}

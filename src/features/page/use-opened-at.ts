import { useState } from 'react';

/** The time at which a screen was opened: enough for "3 days ago", and cards do not render again for it. */
export function useOpenedAt(): number {
  const [nowMs] = useState(() => Date.now());
  return nowMs;
}

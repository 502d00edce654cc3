// Runs the client in a browser that provides no storage (a private window, site data blocked, a broken profile). The databases are in this
// page's memory, and a notice says what the client cannot do. A separate chunk, fetched only in that case (docs/decisions/219).
import { useState } from 'react';
import { systemClock } from '../lib/clock.ts';
import type { Mirror } from '../mirror/database.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { memoryTexts } from '../texts/memory-storage.ts';
import { startTexts } from '../texts/start.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

export { keepInMemory } from '../mirror/memory-databases.ts';

/** Makes the browser ask before it closes a page with unsent changes. */
export function guardUnsent({ db }: Mirror): void {
  let unsentCount = 0;
  watchQuery(
    systemClock,
    () => db.outbox.count(),
    (count) => (unsentCount = count),
  );
  addEventListener('beforeunload', (event) => {
    if (unsentCount > 0) event.preventDefault();
  });
}

export function MemoryNotice() {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Banner
      isLong
      tone="warn"
      icon="warning"
      title={memoryTexts.title}
      text={memoryTexts.text}
      action={
        <Button size="small" icon="retry" onClick={() => location.reload()}>
          {startTexts.tryAgain}
        </Button>
      }
      onDismiss={() => setIsDismissed(true)}
    />
  );
}

// The prompt "A new version is ready", shown while a new version waits, but never during playback.
import { useState, useSyncExternalStore } from 'react';
import { updateTexts } from '../texts/update.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { WorkerLink } from './register-worker.ts';

interface UpdatePromptProps {
  worker: WorkerLink;
  isPlaying: boolean;
}

export function UpdatePrompt({ worker, isPlaying }: UpdatePromptProps) {
  const state = useSyncExternalStore(worker.subscribe, worker.getState);
  const [isDismissed, setIsDismissed] = useState(false);
  if (state !== 'update-ready' || isPlaying || isDismissed) return null;
  return (
    <Banner
      tone="accent"
      icon="sync"
      title={updateTexts.title}
      text={updateTexts.text}
      action={
        <Button tone="primary" size="small" onClick={() => worker.update()}>
          {updateTexts.update}
        </Button>
      }
      onDismiss={() => setIsDismissed(true)}
    />
  );
}

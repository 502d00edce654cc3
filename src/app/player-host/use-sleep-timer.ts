import { useEffect, useState, useSyncExternalStore } from 'react';
import { systemClock } from '../../lib/clock.ts';
import type { SleepTimer } from '../../player/around.ts';
import type { PlayerStage } from '../../player/stage.ts';
import { createSleepClock, sleepChoices, type SleepClock } from './sleep-timer.ts';

/** One for as long as the player is there, whatever it plays. */
export function useSleepClock(stage: PlayerStage): SleepClock {
  const [clock] = useState(() => {
    let loud: number | null = null;
    return createSleepClock({
      clock: systemClock,
      onLoudness(share) {
        const element = stage.frame.querySelector('video');
        if (!element) return;
        loud ??= element.volume;
        element.volume = loud * share;
        if (share === 1) loud = null;
      },
      onSleep: () => stage.read().handle?.request({ kind: 'pause' }),
    });
  });
  useEffect(() => () => clock.choose(null), [clock]);
  return clock;
}

/** What is left, second by second. */
export function useSleepTimer(clock: SleepClock): SleepTimer {
  const state = useSyncExternalStore(clock.subscribe, clock.read);
  const secondsLeft = useSyncExternalStore(
    (onTick) => {
      if (state.name !== 'counting') return () => {};
      const timer = setInterval(onTick, 1000);
      return () => clearInterval(timer);
    },
    () => (state.name === 'counting' ? Math.max(0, Math.ceil((state.endsAtMs - Date.now()) / 1000)) : null),
  );
  const chosen = state.name === 'counting' ? state.minutes : state.name === 'end-of-video' ? 'end-of-video' : null;
  return { choices: sleepChoices, chosen, secondsLeft, onChoose: clock.choose };
}

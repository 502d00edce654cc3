// Conditions that an owner must hear of: a folder that is not there, a disk that fills. Each is said once in the log and to every
// notification address, and shown on /admin/ until it is cleared. Nothing is stored: what still holds after a restart is found
// and raised again by whoever watches it.

import type { Log } from '../log/log.ts';

/** What a person has to look at; the pages know where that is done. */
export type AlertTopic = 'missing-videos' | 'disk' | 'library-disk' | 'second-place';

export interface Alert {
  /** Names the condition, for example `disk:/srv/videos`. Raising it again with other words replaces the words. */
  key: string;
  topic: AlertTopic;
  /** One or two sentences for a person. */
  words: string;
}

export interface Alerts {
  raise(alert: Alert): void;
  clear(key: string): void;
  /** What holds now, oldest first. */
  list(): Alert[];
}

export interface AlertsOptions {
  log: Log;
  /** To every notification address. Its failure is its own. */
  notify(words: string): void;
}

export function createAlerts({ log, notify }: AlertsOptions): Alerts {
  const raised = new Map<string, Alert>();
  return {
    raise(alert) {
      const { key, words } = alert;
      const isNew = !raised.has(key);
      if (raised.get(key)?.words === words) return;
      raised.set(key, alert);
      log.warn(words);
      // A count that grows is news for the log and the page, not one more message on a phone.
      if (isNew) notify(words);
    },
    clear: (key) => void raised.delete(key),
    list: () => [...raised.values()],
  };
}

// Conditions that an owner must know of: a folder that is absent, a disk that fills up. A new one is logged and sent to every notification
// address, and shown on /admin/ until it is cleared. Nothing is stored: after a restart the part that watches a condition finds it and raises it
// again.
import type { Log } from '../log/log.ts';

/** What it is about; the pages know where to deal with it. */
export type AlertTopic = 'missing-videos' | 'disk' | 'library-disk' | 'second-backup-folder';

export interface Alert {
  /** Identifies the condition, for example `disk:/srv/videos`. Raising it again with another message replaces the message. */
  key: string;
  topic: AlertTopic;
  /** One or two sentences for a person. */
  message: string;
}

export interface Alerts {
  raise(alert: Alert): void;
  clear(key: string): void;
  /** Current alerts, oldest first. */
  list(): Alert[];
}

export interface AlertsOptions {
  log: Log;
  /** Sends to every notification address. Handles its own failures. */
  notify(message: string): void;
}

export function createAlerts({ log, notify }: AlertsOptions): Alerts {
  const raised = new Map<string, Alert>();
  return {
    raise(alert) {
      const { key, message } = alert;
      const isNew = !raised.has(key);
      if (raised.get(key)?.message === message) return;
      raised.set(key, alert);
      log.warn(message);
      // A growing count is news for the log and the page, not another message on a phone.
      if (isNew) notify(message);
    },
    clear: (key) => void raised.delete(key),
    list: () => [...raised.values()],
  };
}

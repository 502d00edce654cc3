// Keeps alerts: conditions that an owner must know of, such as an absent folder or a disk that is almost full. A new alert is logged, sent
// to every notification address, and shown on /admin/ until it is cleared. Nothing is stored: after a restart, the code that watches a
// condition raises its alert again.
import type { Log } from '../log/log.ts';
import type { Worded } from '../texts/wording.ts';

/** The alert's subject. The pages of /admin/ link the alert to the cards where a person can act on it. */
export type AlertTopic = 'missing-videos' | 'disk' | 'library-disk' | 'second-backup-folder';

export interface Alert {
  /** Identifies the condition, for example `second-backup-folder`. An alert that is raised again gets the new message. */
  key: string;
  topic: AlertTopic;
  /** One or two sentences for a person: for the log, notifications and the API. */
  message: string;
  /** The message for the pages, in each visitor's language. */
  sentence: Worded['sentence'];
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
  const alertsByKey = new Map<string, Alert>();
  return {
    raise(alert) {
      const { key, message } = alert;
      const isNew = !alertsByKey.has(key);
      if (alertsByKey.get(key)?.message === message) return;
      alertsByKey.set(key, alert);
      log.warn(message);
      // A changed message, such as a growing count, is logged and shown, but sends no further notification.
      if (isNew) notify(message);
    },
    clear: (key) => void alertsByKey.delete(key),
    list: () => [...alertsByKey.values()],
  };
}

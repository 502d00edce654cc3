// Sends one archive's alerts to all of its notification addresses.
import type { Log } from '../log/log.ts';
import type { NotificationUrls, SendMessage } from '../tasks/notify-urls.ts';
import { createAlerts, type Alerts } from './alerts.ts';

export interface ArchiveAlertsOptions {
  notificationUrls: NotificationUrls;
  sendMessage: SendMessage;
  log: Log;
}

export function createArchiveAlerts({ notificationUrls, sendMessage, log }: ArchiveAlertsOptions): Alerts {
  return createAlerts({
    log,
    notify(message) {
      for (const url of new Set([...notificationUrls.list().values()].flat())) {
        // Not awaited, because the code that raises an alert must not wait for other servers.
        void sendMessage(url, { title: 'Stowaway', body: message, level: 'error' }).then((problem) => {
          if (problem !== null) log.warn(`An alert was not sent to a notification address: ${problem}`);
        });
      }
    },
  });
}

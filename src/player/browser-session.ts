// Creates a player session that uses this browser: its page, its storage, its decoders.
import { systemClock } from '../lib/clock.ts';
import { browserStorage } from '../lib/device-storage.ts';
import { attachInBrowser } from './media-attachment.ts';
import { browserPage } from './page-port.ts';
import { browserDecoder } from '../lib/playability.ts';
import { createPlayerPreferences } from './player-preferences.ts';
import { createPlayerSession, type PlayerSession, type SessionPorts } from './player-session.ts';
import { checkSource } from './source-check.ts';
import { createViewModes } from './view-modes.ts';

/** The ports that the host supplies. */
export type HostPorts = Pick<SessionPorts, 'element' | 'positions' | 'queue' | 'refetch' | 'onChapter' | 'retryReads'>;

export function createBrowserSession(host: HostPorts): PlayerSession {
  return createPlayerSession({
    ...host,
    clock: systemClock,
    page: browserPage,
    attach: attachInBrowser,
    checkSource,
    decoder: browserDecoder(host.element),
    mediaSession: navigator.mediaSession,
    preferences: createPlayerPreferences(browserStorage(() => localStorage)),
    modes: createViewModes(browserStorage(() => sessionStorage)),
    languages: () => navigator.languages,
  });
}

// Actions that need the server now, and those that change who is signed in. Constructed by main, given to the screens by
// CommandsContext.
import type { Result } from '../lib/result.ts';
import type { Mirror } from '../mirror/database.ts';
import { hasPage } from '../network/has-page.ts';
import { checkBackend, type Backend } from './check-backend.ts';
import type { SessionPorts } from './load-account.ts';
import { login, type Credentials, type LoginFailure } from './login.ts';
import { logout, type LogoutFailure } from './logout.ts';
import { openCopy } from './open-copy.ts';

export interface Commands {
  checkBackend(): Promise<Backend>;
  login(credentials: Credentials): Promise<Result<void, LoginFailure>>;
  logout(choice: { clearDevice: boolean }): Promise<Result<void, LogoutFailure>>;
  openCopy(accountKey: string): Promise<void>;
  /** Whether the server has a page of its own at this path (the user administration). */
  hasPage(path: string): Promise<boolean>;
}

/** `mirror` answers with the account that is open at the moment of the call, or null on /login/. */
export function createCommands(ports: SessionPorts, mirror: () => Mirror | null): Commands {
  return {
    checkBackend: () => checkBackend(ports.api),
    login: (credentials) => login(ports, credentials),
    logout: (choice) => logout(ports, mirror(), choice),
    openCopy: (accountKey) => openCopy(ports, accountKey),
    hasPage: (path) => hasPage(path),
  };
}

import { createContext, useContext } from 'react';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';

/** The mirror of the open account. `<MirrorProvider value={mirror}>` wraps every screen that needs an account: all but /login/. */
export const MirrorContext = createContext<Mirror | null>(null);
export const MirrorProvider = MirrorContext.Provider;

/** The registry, which /login/ reads without an open account. Null if no database can be opened. */
export const RegistryContext = createContext<RegistryDatabase | null>(null);
export const RegistryProvider = RegistryContext.Provider;

/** The open account's mirror: the first argument of mutations. */
export function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (!mirror) throw new Error('MirrorContext is missing');
  return mirror;
}

export function useRegistry(): RegistryDatabase | null {
  return useContext(RegistryContext);
}

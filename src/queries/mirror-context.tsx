import { createContext, useContext } from 'react';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';

/** The mirror of the open account. `<MirrorContext value={mirror}>` stands around every screen but /login/. */
export const MirrorContext = createContext<Mirror | null>(null);
export const MirrorProvider = MirrorContext.Provider;

/** The registry alone: what /login/ reads without an open account. Null where no database can be opened. */
export const RegistryContext = createContext<RegistryDatabase | null>(null);
export const RegistryProvider = RegistryContext.Provider;

/** The open account's mirror: what mutations take as their first argument. */
export function useMirror(): Mirror {
  const mirror = useContext(MirrorContext);
  if (!mirror) throw new Error('MirrorContext is missing');
  return mirror;
}

export function useRegistry(): RegistryDatabase | null {
  return useContext(RegistryContext);
}

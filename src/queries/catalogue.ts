// The copy of the whole catalogue: how complete it is, and the user's choices about it, which stay on this device.
import { isCatalogueOn, noCatalogue, type Catalogue } from '../mirror/catalogue-state.ts';
import { setCataloguePaused, readCatalogue, requestCatalogueReread, setCatalogueOn } from '../mirror/catalogue.ts';
import { liveStoreFor } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

export interface CatalogueView extends Catalogue {
  /** Whether the user enabled the copy, or a small catalogue is copied automatically. */
  isOn: boolean;
}

export interface CatalogueActions {
  setOn(isOn: boolean): Promise<void>;
  setPaused(isPaused: boolean): Promise<void>;
  reread(): Promise<void>;
}

export function useCatalogue(): CatalogueView & CatalogueActions {
  const mirror = useMirror();
  const { db } = mirror;
  const catalogue = useStore(liveStoreFor(mirror, 'catalogue', noCatalogue, () => readCatalogue(db)));
  return {
    ...catalogue,
    isOn: isCatalogueOn(catalogue),
    setOn: (isOn) => setCatalogueOn(db, isOn),
    setPaused: (isPaused) => setCataloguePaused(db, isPaused),
    reread: () => requestCatalogueReread(db),
  };
}

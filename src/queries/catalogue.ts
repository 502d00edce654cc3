// The copy of the whole catalogue: how complete it is, and the user's choices about it, which stay on this device.
import { isCatalogueOn, noCatalogue, type Catalogue } from '../mirror/catalogue-state.ts';
import { pauseCatalogue, readCatalogue, readCatalogueAgain, switchCatalogue } from '../mirror/catalogue.ts';
import { liveStoreFor } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

export interface CatalogueView extends Catalogue {
  /** The user wants it, or it is read automatically. */
  isOn: boolean;
}

export interface CatalogueDeeds {
  turn(isOn: boolean): Promise<void>;
  pause(isPaused: boolean): Promise<void>;
  readAgain(): Promise<void>;
}

export function useCatalogue(): CatalogueView & CatalogueDeeds {
  const mirror = useMirror();
  const { db } = mirror;
  const catalogue = useStore(liveStoreFor(mirror, 'catalogue', noCatalogue, () => readCatalogue(db)));
  return {
    ...catalogue,
    isOn: isCatalogueOn(catalogue),
    turn: (isOn) => switchCatalogue(db, isOn),
    pause: (isPaused) => pauseCatalogue(db, isPaused),
    readAgain: () => readCatalogueAgain(db),
  };
}

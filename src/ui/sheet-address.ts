// The open sheet is part of the address (`?sheet=sync`), so that Back closes the sheet before it leaves the page.
import { useLocation, useNavigate } from 'react-router-dom';

export interface SheetAddress {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/**
 * Marks a history entry that was created by opening a sheet. Closing such a sheet goes back in the history.
 */
interface SheetState {
  isSheet?: true;
}

/**
 * The locations whose sheet was closed. Going back takes a moment, in which a second press would leave the page. So would a change that was
 * being stored when its sheet was closed, and that closes the sheet at its end.
 */
const closedLocations = new WeakSet<object>();

export function useSheetAddress(name: string): SheetAddress {
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.search);
  const isOpen = search.get('sheet') === name;
  return {
    isOpen,
    open() {
      const isSheetOpen = search.has('sheet');
      search.set('sheet', name);
      // A second sheet replaces the first one's entry and keeps its state, which has no mark if the first was opened by a typed address.
      void navigate(`?${search.toString()}`, { state: isSheetOpen ? location.state : ({ isSheet: true } satisfies SheetState), replace: isSheetOpen });
    },
    close() {
      if (closedLocations.has(location)) return;
      closedLocations.add(location);
      if ((location.state as SheetState | null)?.isSheet) {
        void navigate(-1);
        return;
      }
      search.delete('sheet');
      void navigate(`?${search.toString()}`, { replace: true });
    },
  };
}

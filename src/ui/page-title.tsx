// The title of the page that is shown: in the document and, where the page's own heading has left, in the app bar.
import { createContext, useContext, useLayoutEffect } from 'react';

type TellTitle = (title: string) => void;

/** Given by the shell. Without one (login) only the document hears of it. */
export const PageTitleContext = createContext<TellTitle>(() => {});

export function PageTitle({ title, documentTitle }: { title: string; documentTitle: string }) {
  const tell = useContext(PageTitleContext);
  useLayoutEffect(() => {
    document.title = documentTitle;
    tell(title);
  }, [tell, title, documentTitle]);
  return null;
}

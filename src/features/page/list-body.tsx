import type { ReactNode } from 'react';
import type { View } from '../../queries/views.ts';
import { errorTexts } from '../../texts/errors.ts';
import { Icon } from '../../ui/icon.tsx';
import { FailureState } from './failure-state.tsx';
import styles from './list-body.module.css';

interface ListBodyProps<Page> {
  view: View<Page>;
  isEmpty: (page: Page) => boolean;
  /** Shown until the content is known. */
  skeleton: ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
  children: (page: Page, isRefreshing: boolean) => ReactNode;
}

/** A list in any state; content assembled from this device is labelled as such. */
export function ListBody<Page extends { isFromDevice: boolean }>({ view, isEmpty, skeleton, empty, children }: ListBodyProps<Page>): ReactNode {
  switch (view.state) {
    case 'loading':
      return skeleton;
    case 'missing':
      return <FailureState failure={view.failure} message={view.message} />;
    case 'not-found':
      return empty;
    case 'ready':
      if (isEmpty(view.data)) return empty;
      return (
        <>
          {view.data.isFromDevice ? (
            <p className={styles['note']}>
              <Icon name="device" size={17} />
              {errorTexts.fromDevice}
            </p>
          ) : null}
          {children(view.data, view.isRefreshing)}
        </>
      );
  }
}

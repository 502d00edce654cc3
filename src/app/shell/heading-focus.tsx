import { Component, type RefObject } from 'react';

/** If a lazy screen has not loaded within this time, the focus stays where it is. */
const focusTimeoutMs = 5000;

interface HeadingFocusProps {
  main: RefObject<HTMLElement | null>;
  pathname: string;
  /** Whether the page stays and only its address changes. */
  isOnlyRenamed: boolean;
}

/**
 * Moves the focus to the page's h1 when another page opens (not at the start), as soon as the h1 exists. A class component, because only
 * getSnapshotBeforeUpdate runs before the old page is removed. Removing a page that contains the focus would force the layout of a
 * half-built page.
 */
export class HeadingFocus extends Component<HeadingFocusProps> {
  #stop = (): void => {};

  override getSnapshotBeforeUpdate(previousProps: HeadingFocusProps): null {
    if (this.#hasPageChanged(previousProps)) this.props.main.current?.querySelector<HTMLElement>(':focus')?.blur();
    return null;
  }

  override componentDidUpdate(previousProps: HeadingFocusProps): void {
    const main = this.props.main.current;
    if (!main || !this.#hasPageChanged(previousProps)) return;
    this.#stop();
    const observer = new MutationObserver(() => focusHeading(main) && stop());
    const timer = setTimeout(stop, focusTimeoutMs);
    function stop(): void {
      observer.disconnect();
      clearTimeout(timer);
    }
    this.#stop = stop;
    observer.observe(main, { childList: true, subtree: true });
    // Focusing forces layout, so it waits, like the scrolling (use-scroll-positions.ts), until this commit has drawn everything.
    queueMicrotask(() => this.#stop === stop && focusHeading(main) && stop());
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override render(): null {
    return null;
  }

  #hasPageChanged(previousProps: HeadingFocusProps): boolean {
    return previousProps.pathname !== this.props.pathname && !this.props.isOnlyRenamed;
  }
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

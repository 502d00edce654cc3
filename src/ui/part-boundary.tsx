import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** With the words of what went wrong. */
  onLost?: (words: string) => void;
  children: ReactNode;
}

/** Around a part without which the page is whole: one that fails, or whose code cannot be fetched, is left out. */
export class PartBoundary extends Component<PartBoundaryProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError(): { isLost: boolean } {
    return { isLost: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onLost?.(error instanceof Error ? error.message : String(error));
  }

  override render(): ReactNode {
    return this.state.isLost ? null : this.props.children;
  }
}

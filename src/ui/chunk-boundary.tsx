import { Component, type ReactNode } from 'react';

interface ChunkBoundaryProps {
  /** Called with the error's text. */
  onError?: (message: string) => void;
  children: ReactNode;
}

/** Wraps a component that the page can do without: if it fails, or its chunk cannot be fetched, nothing is drawn. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError(): { isLost: boolean } {
    return { isLost: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error instanceof Error ? error.message : String(error));
  }

  override render(): ReactNode {
    return this.state.isLost ? null : this.props.children;
  }
}

import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { OopsScreen } from '../screens/oops/oops-screen.tsx';

interface Props {
  /** Whether there is no shell around this boundary, so that the error is the page's only content. */
  isAlone?: boolean;
  children: ReactNode;
}

/** Shows the error page for anything that fails to render below it, until another page is opened. */
export function ErrorBoundary(props: Props) {
  return <Boundary {...props} entryKey={useLocation().key} />;
}

interface BoundaryState {
  thrown: { error: unknown } | null;
  entryKey: string;
}

class Boundary extends Component<Props & { entryKey: string }, BoundaryState> {
  override state: BoundaryState = { thrown: null, entryKey: this.props.entryKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { thrown: { error } };
  }

  static getDerivedStateFromProps({ entryKey }: { entryKey: string }, state: BoundaryState): BoundaryState | null {
    return entryKey === state.entryKey ? null : { thrown: null, entryKey };
  }

  override render(): ReactNode {
    const { isAlone = false, children } = this.props;
    return this.state.thrown ? <OopsScreen error={this.state.thrown.error} isAlone={isAlone} /> : children;
  }
}

// Renders a hook in its own component, over an account's copy on this device, without a screen or an archive.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { CommandsContext } from '../../src/commands/commands-context.tsx';
import type { Commands } from '../../src/commands/commands.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { MirrorProvider } from '../../src/queries/mirror-context.tsx';
import { SavedContext } from '../../src/queries/saved.ts';
import type { SavedLink } from '../../src/saved-media/saved-link.ts';
import { ToastProvider } from '../../src/ui/toasts.tsx';
import { aMirror } from '../builders/mirror-copy.ts';

export interface RenderedHook<Result> {
  /** The hook's result in the last render. */
  result(): Result;
  /** Re-renders the component that calls the hook. */
  render(): void;
  mirror: Mirror;
  /** Path and search of the router around the hook. */
  address(): string;
  /** The text of the toasts. */
  toast(): string;
  /** Unmounts the component. */
  leave(): void;
}

export interface HookOptions {
  address?: string;
  /** Uses the page's own address, for code that reads it from there. */
  isInBrowser?: boolean;
  commands?: Partial<Commands>;
  /** Default: nothing can be saved. */
  saved?: SavedLink;
  /** The mirror of an earlier hook, to act as a second tab. */
  mirror?: Mirror;
  /** Rendered by the component that calls `useHook`. If one of the children calls the tested hook instead, `useHook` does nothing. */
  children?: ReactNode;
}

/** `useHook` is called on each render, so values that it closes over may change in between. */
export async function renderHook<Result>(
  useHook: () => Result,
  { address = '/', isInBrowser = false, commands = {}, children, mirror: givenMirror, saved }: HookOptions = {},
): Promise<RenderedHook<Result>> {
  const mirror = givenMirror ?? (await aMirror());
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const lastRender: { output: { value: Result } | null; address: string } = { output: null, address: '' };

  function Caller() {
    const { pathname, search } = useLocation();
    Object.assign(lastRender, { output: { value: useHook() }, address: pathname + search });
    return children;
  }
  const Router = ({ children: content }: { children: ReactNode }): ReactNode =>
    isInBrowser ? <BrowserRouter>{content}</BrowserRouter> : <MemoryRouter initialEntries={[address]}>{content}</MemoryRouter>;
  if (isInBrowser) {
    const addressBefore = window.location.href;
    window.history.replaceState(null, '', address);
    onTestFinished(() => window.history.replaceState(null, '', addressBefore));
  }
  const render = (): void =>
    flushSync(() =>
      root.render(
        <CommandsContext value={commands as Commands}>
          <MirrorProvider value={mirror}>
            <SavedContext value={saved ?? null}>
              <Router>
                <ToastProvider>
                  <Caller />
                </ToastProvider>
              </Router>
            </SavedContext>
          </MirrorProvider>
        </CommandsContext>,
      ),
    );
  function leave(): void {
    root.unmount();
    host.remove();
  }
  onTestFinished(leave);
  render();
  await expect.poll(() => lastRender.output).not.toBeNull();
  return {
    result() {
      if (!lastRender.output) throw new Error('The hook was not called');
      return lastRender.output.value;
    },
    render,
    mirror,
    address: () => lastRender.address,
    toast: () => host.querySelector('[role=status]')?.textContent ?? '',
    leave,
  };
}

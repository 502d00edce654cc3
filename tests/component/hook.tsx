// Calls a hook in a component of its own, over an account's copy on this device, without a screen and without an archive.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { CommandsContext } from '../../src/commands/commands-context.tsx';
import type { Commands } from '../../src/commands/commands.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { MirrorProvider } from '../../src/queries/mirror-context.tsx';
import { ToastProvider } from '../../src/ui/toasts.tsx';
import { aCopy } from '../builders/mirror-copy.ts';

export interface RenderedHook<Result> {
  /** Of the last render. */
  result(): Result;
  /** As if whoever calls it had rendered again. */
  render(): void;
  mirror: Mirror;
  /** Path and search of the router around it. */
  address(): string;
  toast(): string;
  leave(): void;
}

export interface HookOptions {
  address?: string;
  commands?: Partial<Commands>;
  /** Of a hook that is there already: as another tab. */
  mirror?: Mirror;
  /** Drawn beside it: what a hook listens to. */
  children?: ReactNode;
}

/** `use` is called anew with each render: what it closes over may have changed. */
export async function renderHook<Result>(
  use: () => Result,
  { address = '/', commands = {}, children, mirror: given }: HookOptions = {},
): Promise<RenderedHook<Result>> {
  const mirror = given ?? (await aCopy());
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const last: { called: { value: Result } | null; address: string } = { called: null, address: '' };

  function Caller() {
    const { pathname, search } = useLocation();
    Object.assign(last, { called: { value: use() }, address: pathname + search });
    return children;
  }
  const render = (): void =>
    flushSync(() =>
      root.render(
        <CommandsContext value={commands as Commands}>
          <MirrorProvider value={mirror}>
            <MemoryRouter initialEntries={[address]}>
              <ToastProvider>
                <Caller />
              </ToastProvider>
            </MemoryRouter>
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
  await expect.poll(() => last.called).not.toBeNull();
  return {
    result() {
      if (!last.called) throw new Error('It was not called');
      return last.called.value;
    },
    render,
    mirror,
    address: () => last.address,
    toast: () => host.querySelector('[role=status]')?.textContent ?? '',
    leave,
  };
}

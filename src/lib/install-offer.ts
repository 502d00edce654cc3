// The browser's offer to install the client, kept until the user asks for it. Some browsers make no offer.

/** The event beforeinstallprompt. TypeScript has no type for it, because only some browsers support it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallEvent | null): void {
  offer = next;
  for (const listener of [...listeners]) listener();
}

/** Starts watching; returns the stop function. */
export function watchInstallOffer(): () => void {
  function onOffer(event: Event): void {
    event.preventDefault(); // the account sheet shows the offer instead of the browser's bar
    setOffer(event as InstallEvent);
  }
  const onInstalled = (): void => setOffer(null);
  addEventListener('beforeinstallprompt', onOffer);
  addEventListener('appinstalled', onInstalled);
  return () => {
    removeEventListener('beforeinstallprompt', onOffer);
    removeEventListener('appinstalled', onInstalled);
  };
}

export function canInstall(): boolean {
  return offer !== null;
}

export function subscribeInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's own prompt. An offer can be used only once. */
export async function install(): Promise<void> {
  const usedOffer = offer;
  setOffer(null);
  await usedOffer?.prompt();
}

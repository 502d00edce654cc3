// The browser as ports: what main hands to the rooms that know nothing of it.

export function readCookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return entry === undefined ? null : decodeURIComponent(entry.slice(name.length + 1));
}

/** The copy that a person opened without signing in, for this tab; a new start asks again. */
const browsedCopyKey = 'stowaway.browsed-copy';

export const browsedCopy = {
  is: (accountKey: string): boolean => sessionStorage.getItem(browsedCopyKey) === accountKey,
  remember: (accountKey: string): void => sessionStorage.setItem(browsedCopyKey, accountKey),
};

/** For content that does not come. */
const patienceMs = 10_000;
const lookEveryMs = 100;

/** Once the first content is painted and the page has nothing better to do. */
export function whenIdle(work: () => void, askedAtMs = performance.now()): void {
  requestAnimationFrame(() => {
    // Over a slow line all of this would arrive before what somebody waits for.
    if (isContentDue() && performance.now() - askedAtMs < patienceMs) setTimeout(whenIdle, lookEveryMs, work, askedAtMs);
    // Safari has no requestIdleCallback; a second is after the first pictures.
    else if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 });
    else setTimeout(work, 1000);
  });
}

function isContentDue(): boolean {
  return !document.querySelector('h1') || document.querySelector('[data-skeleton]') !== null;
}

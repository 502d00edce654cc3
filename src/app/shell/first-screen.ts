// Stores the markup of home for the first paint of the next start (docs/decisions/503). Loaded after the first content.
import { useEffect, useRef } from 'react';
import { firstScreenCache, firstScreenHeaders, firstScreenId, firstScreenStyles } from '../../contract/first-screen.ts';
import type { Mirror } from '../../mirror/database.ts';
import { useMirror } from '../../queries/mirror-context.tsx';

/** After this time home is complete, pictures included, and users who only pass through home have left it. */
const settleMs = 2_000;

/** Elements that are temporary, playing or drawn late, and the heading, whose presence means that a screen is drawn (ports.ts). */
const excludedSelector = 'h1, dialog, [popover], [role="status"], [role="alert"], [data-save], video, audio, iframe, script, style, template, noscript';

/** @param isHome whether home's first page is open, without a query */
export function useFirstScreen(isHome: boolean): void {
  const mirror = useMirror();
  const isNavigation = useRef(false);
  useEffect(() => document.getElementById(firstScreenId)?.remove(), []);
  useEffect(() => {
    // On a slow connection this code arrives long after home, and the user may leave soon.
    const delayMs = !isNavigation.current && arePicturesLoaded() ? 0 : settleMs;
    isNavigation.current = true;
    if (!isHome) return;
    const keep = (): void =>
      void keepFirstScreen(mirror, document.getElementById('root')).catch((reason: unknown) => {
        console.warn('Home was not stored for the next start', reason);
        // On a full disk, older markup could remain with newer styles.
        void caches.delete(firstScreenCache).catch(() => undefined); // storage is refused altogether
      });
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    const timer = setTimeout(keep, delayMs);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [isHome, mirror]);
}

function arePicturesLoaded(): boolean {
  return [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight);
}

/**
 * Stores the markup of home. Does nothing while home is scrolled, covered or not drawn yet, or if the account is locked or its data was
 * cleared.
 */
export async function keepFirstScreen({ registry, accountKey }: Pick<Mirror, 'registry' | 'accountKey'>, root: HTMLElement | null): Promise<void> {
  // Without a service worker (plain http, or a browser without workers), nothing would read the markup.
  if (typeof caches === 'undefined' || !('serviceWorker' in navigator)) return;
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/first-"]')?.src;
  if (!root || !build || window.scrollY > 0 || !root.querySelector('main article') || root.querySelector('[data-skeleton], dialog[open]')) return;
  // The markup is read before anything is awaited, because the page may be closing.
  const { markup, styles } = firstScreenOf(root);
  if ((await registry.accounts.get(accountKey))?.isLocked !== 0) return;
  const cache = await caches.open(firstScreenCache);
  await cache.put(firstScreenStyles, new Response(styles, { headers: { 'Content-Type': 'text/css; charset=utf-8' } }));
  const headers = { [firstScreenHeaders.account]: encodeURIComponent(accountKey), [firstScreenHeaders.build]: pathOf(build) };
  await cache.put('/', new Response(markup, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } }));
}

/** The markup of the part of `root` that the window shows, and its inline styles as rules. */
export function firstScreenOf(root: HTMLElement): { markup: string; styles: string } {
  const copy = root.cloneNode(true) as HTMLElement;
  const copies = [...copy.querySelectorAll('main li')];
  // Both lists have the same order. An item inside a removed one is removed with it.
  [...root.querySelectorAll('main li')].forEach((item, index) => {
    const { top, left } = item.getBoundingClientRect();
    if (top > innerHeight || left > innerWidth) copies[index]?.remove();
  });
  for (const element of copy.querySelectorAll(excludedSelector)) element.remove();
  const rules: string[] = [];
  for (const element of copy.querySelectorAll<HTMLElement>('*')) {
    for (const name of ['id', 'name', 'for', 'style', 'autofocus']) {
      const value = element.getAttribute(name);
      if (name === 'style' && value) {
        if (!rules.includes(value)) rules.push(value);
        element.dataset['rule'] = String(rules.indexOf(value));
      }
      element.removeAttribute(name);
    }
    if (element instanceof HTMLImageElement) {
      // A blob URL does not outlive its document.
      if (element.src.startsWith('blob:')) element.removeAttribute('src');
      element.removeAttribute('loading');
    }
  }
  const classes = new Set([...copy.querySelectorAll('[class]')].flatMap((element) => [...element.classList]));
  const links = [...document.styleSheets]
    .filter((sheet) => isOfLoadedChunk(sheet, classes))
    .map(({ href }) => `<link rel="stylesheet" href="${pathOf(href ?? '')}">`);
  const styles = rules.map((rule, index) => `#${firstScreenId} [data-rule="${index}"]{${rule}}`).join('\n');
  return { markup: `${links.join('')}<div id="${firstScreenId}" inert aria-hidden="true">${copy.innerHTML}</div>`, styles };
}

/** Whether the stylesheet belongs to a lazy chunk and has rules for these classes. The document itself links the initial styles. */
function isOfLoadedChunk(sheet: CSSStyleSheet, classes: ReadonlySet<string>): boolean {
  // The rules of another origin's stylesheet, which a browser extension may add, cannot be read.
  if (!sheet.href?.startsWith(`${location.origin}/assets/`) || pathOf(sheet.href).startsWith('/assets/first-')) return false;
  const text = [...sheet.cssRules].map((rule) => rule.cssText).join('');
  return [...classes].some((name) => text.includes(`.${name}`));
}

const pathOf = (address: string): string => new URL(address).pathname;

// A stand-in for other languages: every text on the page is longer by half, and the page runs from right to left.
import type { Page } from '@playwright/test';

/** Calls `check` while the page shows such texts. Attributes, fields and the page's state stay as they are. */
export async function withLongTexts(page: Page, check: () => Promise<void>): Promise<void> {
  await page.evaluate(lengthenTexts);
  await check();
  await page.evaluate(restoreTexts);
}

interface LengthenedPage {
  lengthened?: [node: Text, before: string][];
}

function lengthenTexts(): void {
  const texts: [Text, string][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const before = node.data;
    const isWords = /[A-Za-z]{2}/.test(before) && !node.parentElement?.closest('script, style, textarea');
    if (isWords) texts.push([node, before]);
  }
  // A label of one word becomes a longer word, as a compound is; a sentence gets more words.
  const more = (length: number): string =>
    'äääää ää äääääää äää '
      .repeat(Math.ceil(length / 20))
      .slice(0, length)
      .trimEnd();
  for (const [node, before] of texts) {
    const length = Math.ceil(before.trim().length / 2);
    node.data = before.trim().includes(' ') ? `${before} ${more(length)}` : `${before.trimEnd()}${'ä'.repeat(Math.min(6, length))}`;
  }
  document.documentElement.dir = 'rtl';
  (window as LengthenedPage).lengthened = texts;
}

function restoreTexts(): void {
  for (const [node, before] of (window as LengthenedPage).lengthened ?? []) node.data = before;
  document.documentElement.dir = 'ltr';
}

/** Controls whose text is cut off without an ellipsis. Called in the page. */
export function clippedControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a, label, [role="tab"], [role="menuitem"], [role="radio"], summary, th')];
  return controls.flatMap((control) => {
    const { overflowX, textOverflow } = getComputedStyle(control);
    const isClipped = control.checkVisibility() && control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1;
    return isClipped && overflowX !== 'visible' && textOverflow !== 'ellipsis' ? [control.textContent.trim().slice(0, 60)] : [];
  });
}

// Imitates other languages: every text on the page becomes longer by half, and the page runs from right to left.
import type { Page } from '@playwright/test';

/** Calls `check` while the page shows the lengthened texts. Attributes, fields and the page's state stay as they are. */
export async function withLongTexts(page: Page, check: () => Promise<void>): Promise<void> {
  await page.evaluate(lengthenTexts);
  await check();
  await page.evaluate(restoreTexts);
}

interface LengthenedPage {
  lengthenedTexts?: [node: Text, originalText: string][];
}

function lengthenTexts(): void {
  const texts: [Text, string][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const originalText = node.data;
    const hasWords = /[A-Za-z]{2}/.test(originalText) && !node.parentElement?.closest('script, style, textarea');
    if (hasWords) texts.push([node, originalText]);
  }
  // A label of one word becomes one longer word, like a German compound. A sentence gets more words.
  const filler = (length: number): string =>
    'äääää ää äääääää äää '
      .repeat(Math.ceil(length / 20))
      .slice(0, length)
      .trimEnd();
  for (const [node, originalText] of texts) {
    const length = Math.ceil(originalText.trim().length / 2);
    node.data = originalText.trim().includes(' ') ? `${originalText} ${filler(length)}` : `${originalText.trimEnd()}${'ä'.repeat(Math.min(6, length))}`;
  }
  document.documentElement.dir = 'rtl';
  (window as LengthenedPage).lengthenedTexts = texts;
}

function restoreTexts(): void {
  for (const [node, originalText] of (window as LengthenedPage).lengthenedTexts ?? []) node.data = originalText;
  document.documentElement.dir = 'ltr';
}

/** Returns the texts of the controls that cut off their text without an ellipsis. Runs in the page. */
export function clippedControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a, label, [role="tab"], [role="menuitem"], [role="radio"], summary, th')];
  return controls.flatMap((control) => {
    const { overflowX, textOverflow } = getComputedStyle(control);
    const isClipped = control.checkVisibility() && control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1;
    return isClipped && overflowX !== 'visible' && textOverflow !== 'ellipsis' ? [control.textContent.trim().slice(0, 60)] : [];
  });
}

// `expectQuotedText` stores in the result of a component test which quoted texts the test has seen. The reporters of the browser tests
// count these texts (tests/e2e/component-report.ts).
import { expect, TestRunner } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { QuotedTextKey } from '../e2e/quoted-texts.ts';

declare module 'vitest' {
  interface TaskMeta {
    quotedTexts?: QuotedTextKey[];
  }
}

/** Expects the text on the page, and counts it. */
export async function expectQuotedText(key: QuotedTextKey, locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta) meta.quotedTexts = [...(meta.quotedTexts ?? []), key];
}

// Stores with a component test's result which quoted texts it has seen and which calls the client made; the reporters of the browser tests
// count both (tests/e2e/component-report.ts).
import { expect, TestRunner } from 'vitest';
import type { Locator } from 'vitest/browser';
import { specifiedCallOf } from '../e2e/calls.ts';
import type { QuotedTextKey } from '../e2e/quoted-texts.ts';

declare module 'vitest' {
  interface TaskMeta {
    quotedTexts?: QuotedTextKey[];
    calls?: string[];
  }
}

/** Expects the text on the page, and counts it. */
export async function expectQuotedText(key: QuotedTextKey, locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  const meta = metaOfTest();
  if (meta) meta.quotedTexts = [...(meta.quotedTexts ?? []), key];
}

/** Clicks without a pointer: a real click misses if a line appears above the control between press and release. */
export async function press(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).click();
}

/** Counts a call of SPEC §7 as made by the client. */
export function recordCall(method: string, path: string): void {
  const call = specifiedCallOf(method, path.replace(/\?.*$/, ''));
  const meta = metaOfTest();
  if (call !== null && meta && !meta.calls?.includes(call)) meta.calls = [...(meta.calls ?? []), call];
}

/** Undefined: a late request may arrive between two tests. */
const metaOfTest = () => TestRunner.getCurrentTest()?.meta;

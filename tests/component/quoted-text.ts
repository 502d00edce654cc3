// What a component test has seen of the specification is stored with its result: the reporters of the browser tests count both
// (tests/e2e/component-report.ts).
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

/** A press without a pointer: a line that appears above between the pointer's going down and up would take the click away. */
export async function press(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).click();
}

/** Puts a call of SPEC §7 into the count of those that the client makes. */
export function noteCall(method: string, path: string): void {
  const call = specifiedCallOf(method, path.replace(/\?.*$/, ''));
  const meta = metaOfTest();
  if (call !== null && meta && !meta.calls?.includes(call)) meta.calls = [...(meta.calls ?? []), call];
}

/** Undefined: a late request may arrive between two tests. */
const metaOfTest = () => TestRunner.getCurrentTest()?.meta;

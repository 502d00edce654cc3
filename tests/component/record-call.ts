// `recordCall` stores in the result of a component test which calls of SPEC §7 the client has made. The reporters of the browser tests
// count these calls (tests/e2e/component-report.ts).
import { TestRunner } from 'vitest';
import { specifiedCallOf } from '../e2e/calls.ts';

declare module 'vitest' {
  interface TaskMeta {
    calls?: string[];
  }
}

/** Counts a call of SPEC §7 as made by the client. */
export function recordCall(method: string, path: string): void {
  const call = specifiedCallOf(method, path.replace(/\?.*$/, ''));
  // Undefined between two tests, when a late request may arrive.
  const meta = TestRunner.getCurrentTest()?.meta;
  if (call !== null && meta && !meta.calls?.includes(call)) meta.calls = [...(meta.calls ?? []), call];
}

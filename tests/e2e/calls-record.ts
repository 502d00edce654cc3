// Records which calls of SPEC §7 the client makes: every request sent by a browser's pages and worker. Calls that a test makes itself
// (page.request, fetch of Node) are not recorded.
import { test, type BrowserContext, type TestInfo } from '@playwright/test';
import { specifiedCallOf } from './calls.ts';

/** The types of a test's annotations: a call that the client made, and a call that the archive itself answered with success. */
export const callAnnotations = { madeCall: 'call', answeredCall: 'call-answered' } as const;

const recordedCalls = new WeakMap<TestInfo, Set<string>>();

export function recordCalls(context: BrowserContext): void {
  context.on('request', (request) => annotate(callAnnotations.madeCall, request.method(), request.url()));
  context.on('response', (response) => {
    // A response from a test or a proxy in the archive's place lacks this header.
    const isFromArchive = 'x-start-timestamp' in response.headers();
    if (isFromArchive && response.ok()) annotate(callAnnotations.answeredCall, response.request().method(), response.url());
  });
}

function annotate(type: string, method: string, url: string): void {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/')) return;
  const call = specifiedCallOf(method, pathname);
  const testInfo = runningTest();
  if (call === null || testInfo === null) return;
  const callsOfTest = recordedCalls.get(testInfo) ?? new Set();
  recordedCalls.set(testInfo, callsOfTest);
  if (callsOfTest.has(`${type} ${call}`)) return;
  callsOfTest.add(`${type} ${call}`);
  testInfo.annotations.push({ type, description: call });
}

/** Returns null in programs of scripts, which run no test, and for a late request between two tests. */
function runningTest(): TestInfo | null {
  try {
    return test.info();
  } catch {
    return null;
  }
}

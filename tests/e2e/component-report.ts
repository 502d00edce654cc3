// Reads from the runner's report which quoted texts the component tests of this run have seen, and which calls they made.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './archive-process.ts';

interface ComponentReport {
  testResults: { assertionResults: { status: string; meta?: { quotedTexts?: string[]; calls?: string[] } }[] }[];
}

/**
 * Counts only passed tests; both lists are empty if the component tests have not run. The component tests run beside the browser tests and
 * may end later, so the function waits for their end.
 */
export async function readComponentReport(): Promise<{ quotedTexts: string[]; calls: string[] }> {
  const componentTestsPid = Number(process.env['STOWAWAY_COMPONENT_TESTS_PID'] ?? 0);
  while (isRunning(componentTestsPid)) await delay(200);
  let report: ComponentReport;
  try {
    report = JSON.parse(readFileSync(path.join(projectRoot, 'test-results/component.json'), 'utf8')) as ComponentReport;
  } catch {
    return { quotedTexts: [], calls: [] };
  }
  const passedTests = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  return {
    quotedTexts: passedTests.flatMap(({ meta }) => meta?.quotedTexts ?? []),
    calls: passedTests.flatMap(({ meta }) => meta?.calls ?? []),
  };
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

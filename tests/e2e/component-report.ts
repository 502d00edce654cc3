// What the component tests of this run have seen and called, from their runner's report (written by tests/component/quoted-text.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './archive-process.ts';

interface UnitReport {
  testResults: { assertionResults: { status: string; meta?: { quotedTexts?: string[]; calls?: string[] } }[] }[];
}

/** Of tests that passed; nothing if they have not run. */
export function seenByComponents(): { quotedTexts: string[]; calls: string[] } {
  let report: UnitReport;
  try {
    report = JSON.parse(readFileSync(path.join(projectRoot, 'test-results/component.json'), 'utf8')) as UnitReport;
  } catch {
    return { quotedTexts: [], calls: [] };
  }
  const passed = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  return {
    quotedTexts: passed.flatMap(({ meta }) => meta?.quotedTexts ?? []),
    calls: passed.flatMap(({ meta }) => meta?.calls ?? []),
  };
}

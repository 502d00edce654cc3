// Which quoted texts the component tests of this run have seen and which calls they made, from the runner's report.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './archive-process.ts';

interface ComponentReport {
  testResults: { assertionResults: { status: string; meta?: { quotedTexts?: string[]; calls?: string[] } }[] }[];
}

/** Of tests that passed; nothing if they have not run. */
export function seenByComponents(): { quotedTexts: string[]; calls: string[] } {
  let report: ComponentReport;
  try {
    report = JSON.parse(readFileSync(path.join(projectRoot, 'test-results/component.json'), 'utf8')) as ComponentReport;
  } catch {
    return { quotedTexts: [], calls: [] };
  }
  const passed = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  return {
    quotedTexts: passed.flatMap(({ meta }) => meta?.quotedTexts ?? []),
    calls: passed.flatMap(({ meta }) => meta?.calls ?? []),
  };
}

// Prints how many of the specification's calls the client has made in passing browser and component tests. A run of all tests fails if a
// call is missing.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { exemptCalls, specifiedCalls, type SpecifiedCall } from './calls.ts';
import { callAnnotations } from './calls-record.ts';
import { readComponentReport } from './component-report.ts';

export default class CallsReporter implements Reporter {
  private readonly madeCalls = new Set<string>();
  private readonly answeredCalls = new Set<string>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'passed') return;
    for (const { type, description = '' } of result.annotations) {
      if (type === callAnnotations.madeCall) this.madeCalls.add(description);
      if (type === callAnnotations.answeredCall) this.answeredCalls.add(description);
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    for (const call of (await readComponentReport()).calls) this.madeCalls.add(call);
    const allCalls = Object.keys(specifiedCalls) as SpecifiedCall[];
    console.log(
      `${this.madeCalls.size} of ${allCalls.length} calls of SPEC §7 made by the client, ${this.answeredCalls.size} of them answered by the archive with success`,
    );
    const missingCalls = allCalls.filter((call) => !this.madeCalls.has(call) && !(call in exemptCalls));
    // Only a run of all tests can make every call, so a partial run may miss some.
    const isFiltered = process.env['STOWAWAY_ALL_TESTS'] !== '1';
    if (isFiltered || missingCalls.length === 0) return undefined;
    console.error(`made in no browser or component test: ${missingCalls.map((call) => `${call} (${specifiedCalls[call]})`).join(' | ')}`);
    return { status: 'failed' };
  }
}

// Prints how many of the specification's calls the client has made in passing browser and component tests.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { exemptCalls, specifiedCalls, type SpecifiedCall } from './calls.ts';
import { callAnnotations } from './calls-record.ts';
import { seenByComponents } from './component-report.ts';

export default class CallsReporter implements Reporter {
  private readonly made = new Set<string>();
  private readonly answered = new Set<string>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'passed') return;
    for (const { type, description = '' } of result.annotations) {
      if (type === callAnnotations.made) this.made.add(description);
      if (type === callAnnotations.answered) this.answered.add(description);
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    for (const call of (await seenByComponents()).calls) this.made.add(call);
    const all = Object.keys(specifiedCalls) as SpecifiedCall[];
    console.log(`${this.made.size} of ${all.length} calls of SPEC §7 made by the client, ${this.answered.size} of them answered by the archive with success`);
    const missingCalls = all.filter((call) => !this.made.has(call) && !(call in exemptCalls));
    // A partial run cannot make all of them; only the whole run must.
    const isFiltered = process.env['STOWAWAY_ALL_TEXTS'] !== '1';
    if (isFiltered || missingCalls.length === 0) return undefined;
    console.error(`made in no browser or component test: ${missingCalls.map((call) => `${call} (${specifiedCalls[call]})`).join(' | ')}`);
    return { status: 'failed' };
  }
}

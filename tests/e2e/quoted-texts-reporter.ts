// Prints how many of the specification's quoted texts a passing browser or component test has seen.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { readComponentReport } from './component-report.ts';
import { annotation, quotedTexts, type QuotedTextKey } from './quoted-texts.ts';

export default class QuotedTextsReporter implements Reporter {
  private readonly seenKeys = new Set<string>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'passed') return;
    for (const { type, description } of result.annotations) {
      if (type === annotation && description) this.seenKeys.add(description);
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    for (const key of (await readComponentReport()).quotedTexts) this.seenKeys.add(key);
    const keys = Object.keys(quotedTexts) as QuotedTextKey[];
    const unseenKeys = keys.filter((key) => quotedTexts[key].isBuilt && !this.seenKeys.has(key));
    console.log(`${this.seenKeys.size} of ${keys.length} quoted texts seen`);
    // Only a run of all tests can see every text, so a partial run may miss some.
    const isFiltered = process.env['STOWAWAY_ALL_TESTS'] !== '1';
    if (isFiltered || unseenKeys.length === 0) return undefined;
    console.error(`not seen by any browser or component test: ${unseenKeys.join(' | ')}`);
    return { status: 'failed' };
  }
}

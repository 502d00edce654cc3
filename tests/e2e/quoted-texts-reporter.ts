// Prints how many of the specification's quoted texts a passing browser or component test has seen.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { seenByComponents } from './component-report.ts';
import { annotation, quotedTexts, type QuotedTextKey } from './quoted-texts.ts';

export default class QuotedTextsReporter implements Reporter {
  private readonly seen = new Set<string>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'passed') return;
    for (const { type, description } of result.annotations) {
      if (type === annotation && description) this.seen.add(description);
    }
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    for (const key of (await seenByComponents()).quotedTexts) this.seen.add(key);
    const keys = Object.keys(quotedTexts) as QuotedTextKey[];
    const unseen = keys.filter((key) => quotedTexts[key].isBuilt && !this.seen.has(key));
    console.log(`${this.seen.size} of ${keys.length} quoted texts seen`);
    // A partial run cannot see all of them; only the whole run must.
    const isFiltered = process.env['STOWAWAY_ALL_TEXTS'] !== '1';
    if (isFiltered || unseen.length === 0) return undefined;
    console.error(`not seen by any browser or component test: ${unseen.join(' | ')}`);
    return { status: 'failed' };
  }
}

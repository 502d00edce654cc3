// Records which answers of the contract a test file has seen, so that its last test can report those never requested.
import { allOperations, contractProblems } from './contract-answers.ts';

/** Never provoked on purpose, and calls that only one generation of the original has: this server has them all. */
const isExcepted = (operation: string, status: string): boolean =>
  status === '500' || (status === '404' && ['updatePoToken', 'revokePoToken', 'startManualImport', 'startFilesystemRescan'].includes(operation));

const pair = (operation: string, status: number | string): string => `${operation} ${status}`;

/** For each operation, its answers: `getPing 200`. */
const documented = new Map(
  allOperations.map(({ operation: { operationId, responses } }) => [
    operationId,
    Object.keys(responses).flatMap((status) => (isExcepted(operationId, status) ? [] : [pair(operationId, status)])),
  ]),
);
const every = [...documented.values()].flat();

export interface AnswerRecord {
  /** What is wrong with an answer, as in `contractProblems`; a matching one counts as seen. */
  check(operationId: string, answer: Response): Promise<string[]>;
  /** For the terminal: how many operations were answered in full, and how many documented answers were seen. */
  counts(): string;
  /** Documented but not seen. */
  missing(): string[];
}

export function createAnswerRecord(): AnswerRecord {
  const seen = new Set<string>();
  const wasSeen = (one: string): boolean => seen.has(one);
  return {
    async check(operationId, answer) {
      const problems = await contractProblems(operationId, answer);
      if (problems.length === 0) seen.add(pair(operationId, answer.status));
      return problems;
    },
    counts() {
      const whole = [...documented.values()].filter((answers) => answers.every(wasSeen));
      return `${whole.length} of ${documented.size} operations\n${every.filter(wasSeen).length} of ${every.length} documented statuses`;
    },
    missing: () => every.filter((one) => !wasSeen(one)),
  };
}

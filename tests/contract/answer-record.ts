// Records which answers of the contract a test file has seen, so that its last test can report those never requested.
import { allOperations, contractProblems } from './contract-answers.ts';

/** No test provokes a 500. The 404s are for calls that one of TubeArchivist's two API generations lacks; this server has them all. */
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
const allAnswers = [...documented.values()].flat();

export interface AnswerRecord {
  /** Resolves to the problems of an answer, as `contractProblems` does; an answer without problems counts as seen. */
  check(operationId: string, answer: Response): Promise<string[]>;
  /** For the terminal: how many operations were answered in full, and how many documented answers were seen. */
  counts(): string;
  /** The documented answers that were not seen. */
  missing(): string[];
}

export function createAnswerRecord(): AnswerRecord {
  const seenAnswers = new Set<string>();
  const wasSeen = (answerName: string): boolean => seenAnswers.has(answerName);
  return {
    async check(operationId, answer) {
      const problems = await contractProblems(operationId, answer);
      if (problems.length === 0) seenAnswers.add(pair(operationId, answer.status));
      return problems;
    },
    counts() {
      const complete = [...documented.values()].filter((answers) => answers.every(wasSeen));
      return `${complete.length} of ${documented.size} operations\n${allAnswers.filter(wasSeen).length} of ${allAnswers.length} documented statuses`;
    },
    missing: () => allAnswers.filter((answerName) => !wasSeen(answerName)),
  };
}

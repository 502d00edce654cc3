// Records which answers of the contract a test file has seen, so that its last test can report the others.
import { allOperations, contractProblems } from './contract-answers.ts';

/** No test provokes a 500. The 404s are for calls that one of TubeArchivist's two API generations lacks; this server has them all. */
const isExcepted = (operation: string, status: string): boolean =>
  status === '500' || (status === '404' && ['updatePoToken', 'revokePoToken', 'startManualImport', 'startFilesystemRescan'].includes(operation));

const answerName = (operation: string, status: number | string): string => `${operation} ${status}`;

/** The names of the documented answers of each operation, such as `getPing 200`. */
const answersByOperation = new Map(
  allOperations.map(({ operation: { operationId, responses } }) => [
    operationId,
    Object.keys(responses).flatMap((status) => (isExcepted(operationId, status) ? [] : [answerName(operationId, status)])),
  ]),
);
const allAnswers = [...answersByOperation.values()].flat();

export interface AnswerRecord {
  /** Resolves to the problems of an answer, as `contractProblems` does; an answer without problems counts as seen. */
  check(operationId: string, answer: Response): Promise<string[]>;
  /** For the terminal: how many operations were answered in full, and how many documented answers were seen. */
  counts(): string;
  /** The documented answers that were not seen. */
  unseenAnswers(): string[];
}

export function createAnswerRecord(): AnswerRecord {
  const seenAnswers = new Set<string>();
  const wasSeen = (answer: string): boolean => seenAnswers.has(answer);
  return {
    async check(operationId, answer) {
      const problems = await contractProblems(operationId, answer);
      if (problems.length === 0) seenAnswers.add(answerName(operationId, answer.status));
      return problems;
    },
    counts() {
      const completeOperations = [...answersByOperation.values()].filter((answers) => answers.every(wasSeen));
      return `${completeOperations.length} of ${answersByOperation.size} operations\n${allAnswers.filter(wasSeen).length} of ${allAnswers.length} documented statuses`;
    },
    unseenAnswers: () => allAnswers.filter((answer) => !wasSeen(answer)),
  };
}

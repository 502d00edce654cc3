/** For work whose result nothing waits for. A failure is only logged: `failureText` says what did not happen. */
export function inBackground(work: Promise<unknown>, failureText: string): void {
  work.catch((reason: unknown) => console.warn(failureText, reason));
}

// Runs the server's command in this process, because a separate process costs half a second of CPU. Only for runs that end before a
// server is created. Exit code and output are those that a separate process would have.
import { vi } from 'vitest';
import { run } from '../../server/start/run.ts';

class Exit extends Error {}

export async function runInProcess(flags: string[], environment: Record<string, string> = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  let code = 0;
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const listenersBefore = signals.map((signal) => process.listeners(signal));
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void (output.stdout += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void (output.stderr += `${line}\n`)),
    vi.spyOn(process, 'exit').mockImplementation((exitCode) => {
      code = Number(exitCode ?? 0);
      throw new Exit();
    }),
  ];
  try {
    await run(flags, environment);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal)) if (!listenersBefore[index]?.includes(listener)) process.off(signal, listener);
  }
  return { code, ...output };
}

// Lets yt-dlp use this server's Node as its JavaScript runtime. Since 2025.11.12 yt-dlp runs sites' JavaScript (above all YouTube's) in an
// external runtime; only Deno is used by default (https://github.com/yt-dlp/yt-dlp/issues/15012). Node 20.0.0 or newer also works.
// Whether the installed yt-dlp accepts a runtime is read from its help, because its version does not show it: nightly versions, forks and
// packages differ.
import { isStartRefused, outputOf } from './program-output.ts';

const runtimeOption = '--js-runtimes';
const helpTimeoutMs = 30_000;
const maxHelpBytes = 4 * 1024 * 1024;

/**
 * Whether the program knows the option. Also false if the program does not answer.
 * @throws the system's error if the program cannot be started at the moment
 */
export async function takesJsRuntime(program: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { error, output } = await outputOf(program, ['--ignore-config', '--help'], { timeout: helpTimeoutMs, maxBuffer: maxHelpBytes, env: environment });
  if (isStartRefused(error)) throw error as Error;
  return error === null && new RegExp(`^\\s*${runtimeOption}\\b`, 'm').test(output);
}

/** @param node Node's absolute path */
export function jsRuntimeArgs(node: string = process.execPath): string[] {
  return [`${runtimeOption}=node:${node}`];
}

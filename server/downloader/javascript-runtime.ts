// Since 2025.11.12 yt-dlp solves sites' JavaScript (above all YouTube's) in an external runtime; only Deno is used by default
// (https://github.com/yt-dlp/yt-dlp/issues/15012). Stowaway runs in Node, which also works: at least 20.0.0. Whether the installed version takes one
// is read from its own help, as nightly versions, forks and packagers differ.
import { execFile } from 'node:child_process';

const runtimeOption = '--js-runtimes';
const helpTimeoutMs = 30_000;
const maxHelpBytes = 4 * 1024 * 1024;

/** Whether it knows the option. Also false when it does not answer. */
export function takesJsRuntime(program: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['--ignore-config', '--help'], { timeout: helpTimeoutMs, maxBuffer: maxHelpBytes, env: environment }, (error, help) =>
      resolve(error === null && new RegExp(`^\\s*${runtimeOption}\\b`, 'm').test(help)),
    );
  });
}

/** @param node its absolute path */
export function jsRuntimeArgs(node: string = process.execPath): string[] {
  return [`${runtimeOption}=node:${node}`];
}

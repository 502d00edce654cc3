// Runs `npm start` as a person does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectFolder } from '../build/stamp.mjs';

/** Begins `npm start` on this port and data folder. `end` ends it and waits for the server, whose data folder the next start needs. */
export function npmStart({ port, dataFolder, environment = {} }) {
  const child = spawn('npm', ['start', '--', '--port', String(port), '--data', dataFolder], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // a separate process group, so that npm's children end with npm
    env: { ...process.env, LC_ALL: 'C', ...environment },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  const exit = once(child, 'exit').then(() => Promise.reject(new Error(`npm start ended: ${printed}`)));
  exit.catch(() => undefined); // it also ends when nobody waits for it
  let isOver = false;
  return {
    /** Resolves to the result of `check(printed)` once it is truthy; rejects if npm ends first. */
    until(check) {
      const poll = async () => {
        while (!isOver) {
          const result = await check(printed);
          if (result) return result;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      return Promise.race([poll(), exit]);
    },
    async end() {
      isOver = true;
      await endGroup(child.pid);
    },
  };
}

/**
 * Ends npm and start.mjs, and waits for both. npm ends first. start.mjs ends with the server, which has its own group.
 */
async function endGroup(groupId) {
  for (let signal = 'SIGTERM'; ; signal = 0) {
    try {
      process.kill(-groupId, signal);
    } catch {
      return; // no process is left in the group
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

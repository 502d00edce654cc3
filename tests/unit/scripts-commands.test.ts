import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { longTest } from '../long-test.ts';

describe('npm start', () => {
  test('passes its flags to the server and ends with the server’s exit code', () => {
    const help = start(['--help'], { LC_ALL: 'C' });
    expect(help.stdout).toContain('--port');
    expect(help.status).toBe(0);
  });

  longTest('speaks the language of the terminal', () => {
    const refusal = start(['--version', '--port'], { LC_ALL: '', LC_MESSAGES: '', LANG: 'de_DE.UTF-8' });
    expect([refusal.status, refusal.stderr]).toEqual([1, 'stowaway: --port braucht einen Wert. Siehe --help.\n']);
  });
});

function start(args: string[], environment: Record<string, string>) {
  return spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/start.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

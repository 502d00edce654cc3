import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

describe('npm start', () => {
  it('passes its flags to the server and ends with the server’s exit code', () => {
    const help = start('--help');
    expect(help.stdout).toContain('--port');
    expect(help.status).toBe(0);
  });
});

function start(...args: string[]) {
  return spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/start.mjs'), ...args], { encoding: 'utf8' });
}

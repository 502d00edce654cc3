// A device whose browser is WebKitGTK, with a profile on disk. WebDriver drives it, because Playwright drives only its own WebKit. If
// WebKitGTK or a program needed to drive it is not installed, the tests are skipped, and a line of output says why.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './archive-process.ts';

const driverProgram = '/usr/bin/WebKitWebDriver';
const displayProgram = '/usr/bin/Xvfb';
const browserProgram = path.join(import.meta.dirname, 'webkit-app.py');
const requiredImports = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

export const canDriveWebkit =
  existsSync(driverProgram) && existsSync(displayProgram) && spawnSync('/usr/bin/python3', ['-c', requiredImports], { stdio: 'ignore' }).status === 0;

/** Each file that uses WebKitGTK calls this once, so that the run's output lists what was skipped. */
export function reportSkippedWebkit(skippedPart: string): void {
  if (!canDriveWebkit) console.log(`Skipped: ${skippedPart} in WebKitGTK, since webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi or xvfb is not installed.`);
}

/** The page of the browser. An XPath names the first element that it matches. */
export interface WebkitPage {
  goto(url: string): Promise<void>;
  /** Runs `body` as the body of an async function whose array `args` contains these values. Resolves to its result; fails if it throws. */
  run<Value>(body: string, ...args: readonly unknown[]): Promise<Value>;
  /** Waits up to 100 s for the element, because WebKitGTK draws without a graphics processor. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
}

export interface WebkitDevice {
  /** Starts the browser. */
  open(): Promise<WebkitPage>;
  closeBrowser(): Promise<void>;
  remove(): Promise<void>;
}

/** The code of the Right key in the WebDriver standard. */
export const arrowRight = '\uE014';
/** The WebDriver standard returns the id of an element under this name. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export async function createWebkitDevice(): Promise<WebkitDevice> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'stowaway-webkit-'));
  const display = await startDisplay();
  const driverUrl = `http://127.0.0.1:${await freePort()}`;
  const driver = spawn(driverProgram, [`--port=${new URL(driverUrl).port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name, STOWAWAY_WEBKIT_PROFILE: profile, GDK_BACKEND: 'x11' },
  });
  let session: string | null = null;

  async function call<Value>(method: 'POST' | 'DELETE', address: string, body: unknown = {}): Promise<Value> {
    const response = await fetch(driverUrl + address, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${address}: ${value.error} ${value.message}`);
    return value;
  }
  const onPage = <Value>(address: string, body?: unknown): Promise<Value> => call('POST', `/session/${session}${address}`, body);

  async function findElement(xpath: string): Promise<string> {
    const reference = await onPage<Record<string, string>>('/element', { using: 'xpath', value: xpath });
    return reference[elementKey] ?? '';
  }

  const page: WebkitPage = {
    goto: (url) => onPage('/url', { url }),
    async run<Value>(body: string, ...args: readonly unknown[]) {
      const outcome = await onPage<{ value: Value } | { failure: string }>('/execute/async', {
        script: `const done = arguments[arguments.length - 1];
          (async (...args) => { ${body} })(...Array.prototype.slice.call(arguments, 0, -1)).then((value) => done({ value: value ?? null }), (reason) => done({ failure: String(reason) }));`,
        args,
      });
      if ('failure' in outcome) throw new Error(`a script in the page failed: ${outcome.failure}`);
      return outcome.value;
    },
    click: async (xpath) => onPage(`/element/${await findElement(xpath)}/click`),
    type: async (xpath, text) => onPage(`/element/${await findElement(xpath)}/value`, { text }),
  };

  async function closeBrowser(): Promise<void> {
    // Ending the session also closes the window, which the driver may report as an error.
    if (session !== null) await call('DELETE', `/session/${session}`).catch(() => undefined);
    session = null;
  }
  return {
    closeBrowser,
    async open() {
      await waitUntilReady(driverUrl);
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
        capabilities: { alwaysMatch: { timeouts: { implicit: 100_000, script: 120_000 }, 'webkitgtk:browserOptions': { binary: browserProgram, args: [] } } },
      });
      session = sessionId;
      return page;
    },
    async remove() {
      await closeBrowser();
      await Promise.all([driver, display.server].map(endProcess));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts a virtual display, because WebKitGTK needs one and the machine may have no screen. */
async function startDisplay(): Promise<{ name: string; server: ChildProcess }> {
  const server = spawn(displayProgram, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const displayNumber = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdio[3]?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.endsWith('\n')) resolve(output.trim());
    });
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${displayNumber}`, server };
}

async function waitUntilReady(driverUrl: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isReady = await fetch(`${driverUrl}/status`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not answer');
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exitEvent;
}

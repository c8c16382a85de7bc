// A headless Chromium of its own, spoken to over its debugging port.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'undici';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--no-first-run',
  '--no-default-browser-check',
  '--remote-debugging-port=0',
];

/** Asks until it gets something; the browser and the page take their time. */
export async function until(what, ask, timeoutMs = 600_000) {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > endMs) throw new Error(`waited in vain for ${what}`);
    await wait(50);
  }
}

export async function openBrowser(binary) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-browser-'));
  const browser = spawn(binary, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  const close = async () => {
    browser.kill();
    await gone;
    // Its helpers end a moment later, and may still write.
    await until('the browser to leave its folder', () => {
      try {
        rmSync(folder, { recursive: true, force: true });
        return true;
      } catch {
        return false;
      }
    });
  };
  try {
    const [port, path] = await until('the debugging port', () => {
      try {
        return readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').trim().split('\n');
      } catch {
        return undefined;
      }
    });
    const { send, on } = await connect(`ws://127.0.0.1:${port}${path}`);
    return { close, openPage: () => openPage(send, on) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(url) {
  const socket = new WebSocket(url);
  const waiting = new Map();
  const listeners = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) {
      for (const listener of listeners) listener(message);
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });
  return { send, on: (listener) => listeners.push(listener) };
}

async function openPage(send, on) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const asked = [];
  const faults = [];
  on(({ sessionId: from, method, params }) => {
    if (from !== sessionId) return;
    if (method === 'Network.requestWillBeSent') asked.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') faults.push(params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(params.type))
      faults.push(params.args.map(({ value }) => value).join(' '));
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level))
      faults.push(params.entry.text);
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await call(`${domain}.enable`);
  // As on a phone and on paper: a scrollbar takes no width.
  await call('Emulation.setScrollbarsHidden', { hidden: true });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await call('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const press = async (key, text) => {
    const code = { Enter: 13, Tab: 9 }[key];
    const event = { key, code: key, windowsVirtualKeyCode: code, ...(text && { text }) };
    await call('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await call('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  return {
    /** Every address the page asked for, and everything that its console complained of. */
    asked,
    faults,
    evaluate,
    press,
    goTo: (url) => call('Page.navigate', { url }),
    look: ({ dark = false, width = 1100, height = 800, media = '' }) =>
      Promise.all([
        call('Emulation.setEmulatedMedia', {
          media,
          features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
        }),
        call('Emulation.setDeviceMetricsOverride', {
          width,
          height,
          deviceScaleFactor: 1,
          mobile: false,
        }),
      ]),
    picture: async ({ whole = false } = {}) =>
      Buffer.from(
        (await call('Page.captureScreenshot', { captureBeyondViewport: whole })).data,
        'base64',
      ),
    /** As it is printed, with the page's own margins. */
    paper: async () =>
      Buffer.from(
        (
          await call('Page.printToPDF', {
            preferCSSPageSize: true,
            paperWidth: 8.27,
            paperHeight: 11.69,
          })
        ).data,
        'base64',
      ),
  };
}

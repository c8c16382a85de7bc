// A headless Chromium, driven by playwright-core.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';

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

/**
 * `pvg desk` with its state in a folder, and the one address that it prints: a person at a terminal gets another with Enter.
 */
export async function startDesk(words, folder) {
  const desk = spawn(process.execPath, ['bin/pvg.js', 'desk', '--no-open', ...words], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => desk.once('exit', resolve));
  const address = await new Promise((resolve, reject) => {
    let printed = '';
    desk.stderr.on('data', (text) => {
      printed += text;
      const found = /http:\S+/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
    desk.once('exit', () => reject(new Error(`pvg desk ended: ${printed}`)));
  });
  const stop = (signal = 'SIGTERM') => {
    desk.kill(signal);
    return exited;
  };
  return { address, stop };
}

/** `binary`: the name or path of Chromium. */
export function launchChromium(binary) {
  return chromium.launch({ executablePath: binary, args: ['--no-sandbox'] });
}

export async function openBrowser(binary) {
  const browser = await launchChromium(binary);
  return { close: () => browser.close(), openPage: async () => watched(await browser.newPage()) };
}

/** Takes down every address that the page asked for, and everything that its console complained of. */
function watched(page) {
  const asked = [];
  const faults = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  return {
    asked,
    faults,
    evaluate: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key),
    goTo: (url) => page.goto(url),
    look: async ({ dark = false, width = 1100, height = 800, media = 'screen' }) => {
      await page.emulateMedia({ media, colorScheme: dark ? 'dark' : 'light' });
      await page.setViewportSize({ width, height });
    },
    picture: ({ whole = false } = {}) => page.screenshot({ fullPage: whole }),
    /** As it is printed, with the page's own margins. */
    paper: () => page.pdf({ preferCSSPageSize: true }),
  };
}

// Makes docs/desk.png: the page of `pvg desk` after one look-up, from a real run. Needs Chromium (`CHROMIUM`, or in PATH).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../test/browser/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'pvg-picture-'));
const mail = `Hi, I bought the 100 gems (gems_100) yesterday and paid, but I got nothing!

{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-purchased"}

Please help, Minh`;

const desk = spawn(process.execPath, ['bin/pvg.js', 'desk', '--no-open'], {
  cwd: root,
  env: { PATH: process.env.PATH, HOME: home },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const browser = await launchChromium(process.env.CHROMIUM ?? 'chromium');
try {
  const address = await new Promise((resolve, reject) => {
    let printed = '';
    desk.stderr.on('data', (text) => {
      printed += text;
      const found = /http:\S+/.exec(printed);
      if (found !== null) resolve(found[0]);
    });
    desk.once('exit', () => reject(new Error(`pvg desk ended: ${printed}`)));
  });
  const page = await browser.newPage({ viewport: { width: 1120, height: 860 } });
  await page.goto(address);
  await page.fill('#ticket', 'TICKET-7');
  await page.fill('#purchase', mail);
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('.card');
  await page.getByText('Nothing was done for this ticket yet.').waitFor({ state: 'detached' });
  await page.screenshot({ path: join(root, 'docs', 'desk.png') });
} finally {
  await browser.close();
  desk.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

// Makes docs/desk.webp: the page of `pvg desk` after one look-up, from a real run. Needs Chromium (`CHROMIUM`, or in PATH).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium, startDesk } from '../test/browser/browser.mjs';

const picture = join(import.meta.dirname, '..', 'docs', 'desk.webp');
const home = mkdtempSync(join(tmpdir(), 'pvg-picture-'));
const mail = `Hi, I bought the 100 gems (gems_100) yesterday and paid, but I got nothing!

{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-purchased"}

Please help, Minh`;

const desk = await startDesk([], home);
const browser = await launchChromium(process.env.CHROMIUM ?? '/usr/bin/chromium');
try {
  const page = await browser.newPage({ viewport: { width: 1120, height: 860 } });
  await page.goto(desk.address);
  await page.fill('#ticket', 'TICKET-7');
  await page.fill('#purchase', mail);
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('.card');
  await page.getByText('Copy for the ticket').waitFor();
  // WebP is a third of PNG, and the package has the picture.
  const devtools = await page.context().newCDPSession(page);
  const format = { format: 'webp', quality: 40 };
  const { data } = await devtools.send('Page.captureScreenshot', format);
  writeFileSync(picture, Buffer.from(data, 'base64'));
} finally {
  await browser.close();
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
}

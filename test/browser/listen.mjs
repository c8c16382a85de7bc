// The page of `pvg listen`: shows what arrives, asks nobody else, runs nothing that a request brings.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, until } from './browser.mjs';

const home = mkdtempSync(join(tmpdir(), 'pvg-listen-'));
const pictures = process.env.SCREENSHOTS;

async function startListener(port = 0) {
  const words = [
    'bin/pvg.js',
    'listen',
    '--profile',
    'local',
    '--port',
    String(port),
    '--lang',
    'node',
  ];
  words.push('--save', join(home, 'requests'));
  const listener = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  listener.stderr.on('data', (text) => (said += text));
  const gone = new Promise((resolve) => listener.once('exit', resolve));
  const url = await until('the listener', () => /^listening on (\S+)$/m.exec(said)?.[1]);
  const pageUrl = await until('the page’s address', () => /page: (\S+)\n/.exec(said)?.[1]);
  const stop = () => {
    listener.kill('SIGTERM');
    return gone;
  };
  return { url, pageUrl, stop };
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex');

const post = (url, headers, body) =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const secretKey = 'demo-secret-key';
const player = '{"gameId": "demo", "username": "Nguyễn-42"}';
const compact = '{"gameId":"demo","username":"Nguyễn-42"}';
const hostile = '<img src=x onerror="window.hostile=1">';

function lookupHeaders(body, secret) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = hmac(secret, `demo-client.${timestamp}.${sha256(body)}`);
  return { 'X-Client-ID': 'demo-client', 'X-Timestamp': timestamp, 'X-Signature': hash };
}

const tests = {
  async 'is empty at first and says where to send to'({ page, url }) {
    await until('the page', () =>
      page.evaluate(`document.getElementById('state')?.textContent === 'listening'`),
    );
    assert.equal(
      await page.evaluate(`document.querySelector('section .address').textContent`),
      url,
    );
    assert.equal(
      await page.evaluate(`document.querySelector('.place b').textContent`),
      'local (dev)',
    );
    await keep(page, 'empty');
  },

  async 'shows a right, a wrong and a too large request, newest first'({ page, url }) {
    const large = ' '.repeat(1024 * 1024 + 1);
    assert.equal(
      await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, player) }, player),
      200,
    );
    assert.equal(await post(`${url}/xmdt/session`, {}, large), 413);
    assert.equal(
      await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, compact) }, player),
      401,
    );
    await rows(page, 3);
    const words = `[...document.querySelectorAll('#list > li .word')].map((each) => each.textContent)`;
    assert.deepEqual(await page.evaluate(words), ['mismatch', 'too large', 'ok']);
    assert.match(
      await page.evaluate(`document.getElementById('news').textContent`),
      /^session: mismatch body-json/,
    );
    assert.equal(await page.evaluate('document.title'), '(2) pvg listen');
  },

  async 'opens one by keyboard, with fix, code, facts and the request'({ page }) {
    await page.evaluate(`document.querySelector('#list > li summary').focus()`);
    await page.press('Enter');
    const more = await until('its details', () =>
      page.evaluate(`document.querySelector('#list > li .more')?.innerText`),
    );
    for (const heading of [
      'What to do',
      'In code',
      'Facts',
      'The request as it came',
      'Sent bytes',
    ])
      assert.ok(more.includes(heading), heading);
    assert.ok(
      (await page.evaluate(`document.querySelector('#list .request').textContent`)).endsWith(
        `\n\n${player}`,
      ),
    );
    await keep(page, 'open');
  },

  async 'shows other verdicts, and only the problems when asked to'({ page, url }) {
    await post(`${url}/xmdt/session`, {}, player);
    const body =
      '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}';
    await post(`${url}/iap/gateway/verify`, lookupHeaders(body, 'demo-client-secret'), body);
    await post(
      `${url}/iap/gateway/lookup-receipt`,
      lookupHeaders(body, 'another secret altogether'),
      body,
    );
    await rows(page, 6);
    await page.evaluate(`document.getElementById('problems').click()`);
    const shown = `[...document.querySelectorAll('#list > li')].filter((each) => each.checkVisibility()).length`;
    assert.equal(await page.evaluate(shown), 4);
    await page.evaluate(`document.getElementById('all').click()`);
    assert.equal(await page.evaluate(shown), 6);
  },

  async 'shows what a request brings as text'({ page, url }) {
    const headers = { 'X-Signature': hostile, 'User-Agent': hostile };
    const body = JSON.stringify({ gameId: hostile, username: hostile });
    await post(`${url}/${encodeURI(hostile)}`, headers, body);
    await post(`${url}/xmdt/session`, headers, '</script><script>window.hostile=1</script>');
    await rows(page, 8);
    await page.evaluate(
      `for (const each of document.querySelectorAll('details')) each.open = true`,
    );
    await until('their details', () =>
      page.evaluate(`document.querySelectorAll('.request').length === 8`),
    );
    assert.equal(await page.evaluate('window.hostile'), undefined);
    assert.equal(await page.evaluate(`document.querySelectorAll('img').length`), 0);
    await page.evaluate(
      `for (const each of document.querySelectorAll('details')) each.open = false`,
    );
  },

  async 'gives nothing without the key of the terminal'({ page }) {
    assert.equal(
      await page.evaluate(
        `fetch('/requests.json', { headers: { 'x-pvg-key': 'x' } }).then((answer) => answer.status)`,
      ),
      403,
    );
    assert.equal(await page.evaluate('location.hash'), '');
    // The browser itself complains of the refused fetch.
    page.faults.length = 0;
  },

  async 'never shows a secret'({ page }) {
    const everything = await page.evaluate(
      `fetch('/requests.json', { headers: { 'x-pvg-key': sessionStorage.getItem('pvg-key') } }).then((answer) => answer.text())`,
    );
    assert.ok(everything.includes('Nguyễn-42'));
    for (const secret of [secretKey, 'demo-client-secret'])
      assert.ok(!everything.includes(secret), secret);
  },

  async 'is readable in dark and on a small screen'({ page }) {
    await page.evaluate(`document.querySelectorAll('#list > li')[5].firstChild.open = true`);
    for (const [name, view] of [
      ['light', {}],
      ['dark', { dark: true }],
      ['small', { width: 390 }],
      ['small-dark', { width: 390, dark: true }],
    ]) {
      await page.look({ height: 1400, ...view });
      const isWider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      assert.equal(
        await page.evaluate(isWider),
        false,
        `${name}: the page is wider than the screen`,
      );
      await keep(page, name);
    }
    await page.look({});
  },

  async 'asked nobody but the listener, and its console is clean'({ page, url }) {
    const others = page.asked.filter(
      (asked) => !asked.startsWith(`${url}/`) && !asked.startsWith('data:'),
    );
    assert.deepEqual({ others, faults: page.faults }, { others: [], faults: [] });
  },

  async 'works with 1,000 requests'({ page, url }) {
    for (let at = 0; at < 1_000; at += 1)
      await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, player) }, player);
    await rows(page, 1_000);
    assert.equal(
      await page.evaluate(`document.getElementById('all').parentElement.textContent.trim()`),
      'All 1000',
    );
  },

  async 'says when the listener is gone, and that another run needs another address'({
    page,
    url,
    listener,
  }) {
    const state = `document.getElementById('state').textContent`;
    assert.equal(await listener.stop(), 0);
    await until('it to notice', () => page.evaluate(`${state}.startsWith('not connected')`));
    const again = await startListener(new URL(url).port);
    await until('the reason', () => page.evaluate(`${state}.includes('complete address')`));
    assert.equal(await again.stop(), 0);
  },
};

const rows = (page, count) =>
  until(`${count} requests`, () =>
    page.evaluate(`document.querySelectorAll('#list > li').length === ${count}`),
  );

async function keep(page, name) {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), await page.picture());
}

const listener = await startListener();
const browser = await openBrowser(process.env.CHROMIUM ?? 'chromium');
try {
  const page = await browser.openPage();
  await page.look({});
  await page.goTo(listener.pageUrl);
  for (const [says, test] of Object.entries(tests)) {
    await test({ page, url: listener.url, listener });
    console.log(`ok: the page ${says}`);
  }
} finally {
  await browser.close();
  await listener.stop();
  rmSync(home, { recursive: true, force: true });
}

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
  const words = ['bin/pvg.js', 'listen', '--profile', 'local', '--port', String(port), '--lang', 'node'];
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
    assert.equal(await page.evaluate(`document.querySelector('#empty .address').textContent`), url);
    assert.equal(await page.evaluate(`document.querySelector('b#profile').textContent`), 'local (dev)');
    await keep(page, 'empty');
  },

  async 'shows an arriving mismatch with its cause'({ page, url }) {
    assert.equal(await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, compact) }, player), 401);
    const text = await until('the request', () =>
      page.evaluate(`document.querySelector('#list > li summary')?.innerText`),
    );
    assert.match(text, /mismatch/);
    assert.match(text, /session/);
    assert.match(text, /body-json/);
    assert.match(
      await page.evaluate(`document.getElementById('news').textContent`),
      /^session: mismatch, body-json/,
    );
    assert.equal(await page.evaluate('document.title'), '(1) pvg listen');
  },

  async 'opens it by keyboard, with fix, code and byte difference'({ page }) {
    await page.evaluate(`document.querySelector('#list > li summary').focus()`);
    await page.press('Enter', '\r');
    const more = await until('its details', () =>
      page.evaluate(`document.querySelector('#list > li .more')?.innerText`),
    );
    for (const heading of ['What to do', 'In code', 'First difference', 'Facts'])
      assert.ok(more.includes(heading), heading);
    assert.match(more, /45 bytes in total[\s\S]*42 bytes in total/);
    await until('the request as it came', () => page.evaluate(`!!document.querySelector('#list .request')`));
    // Blanks are marked by the style: the text itself is what came.
    assert.equal(await page.evaluate(`document.querySelector('#list .request .body').textContent`), player);
    assert.equal(await page.evaluate(`document.querySelectorAll('#list .request .body .blank').length`), 3);
    assert.equal(await page.evaluate(`document.querySelectorAll('#list .bytes mark').length > 0`), true);
    await keep(page, 'open');
  },

  async 'shows the other verdicts, newest first'({ page, url }) {
    await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, player) }, player);
    await post(`${url}/xmdt/session`, {}, player);
    const body =
      '{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}';
    await post(`${url}/iap/gateway/verify`, lookupHeaders(body, 'demo-client-secret'), body);
    await post(`${url}/iap/gateway/lookup-receipt`, lookupHeaders(body, 'demo-client-secret\n'), body);
    await post(`${url}/iap/gateway/lookup-receipt`, lookupHeaders(body, 'another secret altogether'), body);
    await until('six requests', () => page.evaluate(`document.querySelectorAll('#list > li').length === 6`));
    const words = await page.evaluate(
      `[...document.querySelectorAll('#list > li .word')].map((each) => each.textContent)`,
    );
    assert.deepEqual(words, ['unknown', 'mismatch', 'ok', 'no signature', 'ok', 'mismatch']);
  },

  async 'shows the right values of an unknown one, and where a pasted value differs'({ page }) {
    const first = `document.querySelector('#list > li')`;
    await page.evaluate(`${first}.firstChild.open = true`);
    await until('the right values', () => page.evaluate(`${first}.querySelectorAll('.rung').length === 3`));
    const pasted = (text) =>
      page.evaluate(`(() => {
        const field = ${first}.querySelectorAll('textarea')[1];
        field.value = ${JSON.stringify(text)};
        field.dispatchEvent(new Event('input'));
        return field.nextSibling.textContent;
      })()`);
    const right = await page.evaluate(
      `${first}.querySelectorAll('.rung')[1].querySelector('dd span').textContent`,
    );
    assert.match(right, /^demo-client\.\d{10}\.[0-9a-f]{64}$/);
    assert.equal(await pasted(right), 'The same.');
    assert.match(
      await pasted(right.replace('demo-client.', 'demo-client.0')),
      /character 13 on, in the timestamp/,
    );
    assert.match(await pasted(`${right} `), /^Differs from character \d+ on: /);
    assert.equal(await page.evaluate(`${first}.querySelectorAll('.compared mark .blank').length`), 1);
    assert.match(await page.evaluate(`${first}.querySelectorAll('.rung')[2].innerText`), /sent/);
    await keep(page, 'unknown');
    await page.evaluate(`${first}.firstChild.open = false`);
  },

  async 'replays a request, and says so'({ page }) {
    const ok = `document.querySelectorAll('#list > li')[2]`;
    await page.evaluate(`${ok}.firstChild.open = true`);
    await until('its buttons', () => page.evaluate(`${ok}.querySelectorAll('.actions button').length === 2`));
    const names = await page.evaluate(
      `[...${ok}.querySelectorAll('.actions > *')].map((each) => each.textContent)`,
    );
    assert.deepEqual(names, ['Copy as curl', 'Replay', 'Download as a file']);
    assert.match(await page.evaluate(`${ok}.querySelector('.do').innerText`), /Saved as .*-gateway\.json/);
    await page.evaluate(`${ok}.querySelectorAll('.actions button')[1].click()`);
    await until('the replay', () => page.evaluate(`document.querySelectorAll('#list > li').length === 7`));
    const text = await page.evaluate(`document.querySelector('#list > li summary').innerText`);
    assert.match(text, /refused[\s\S]*409[\s\S]*DUPLICATE_TRANSACTION[\s\S]*replay/);
    await page.evaluate(`document.querySelectorAll('#list > li')[3].firstChild.open = false`);
    await keep(page, 'replayed');
  },

  async 'opens nothing without the key of the terminal'({ page, url }) {
    const status = await page.evaluate(
      `fetch('/pvg/request.json?number=1&key=x').then((answer) => answer.status)`,
    );
    assert.equal(status, 403);
    // The browser itself complains of the refused fetch.
    page.faults.length = 0;
    assert.equal(page.asked.at(-1), `${url}/pvg/request.json?number=1&key=x`);
  },

  async 'shows only the problems when asked to'({ page }) {
    await page.evaluate(`document.getElementById('problems').click()`);
    const visible = await page.evaluate(
      `[...document.querySelectorAll('#list > li')].filter((each) => !each.hidden).length`,
    );
    assert.equal(visible, 5);
    await page.evaluate(`document.getElementById('all').click()`);
  },

  async 'shows what a request brings as text'({ page, url }) {
    const headers = { 'X-Signature': hostile, 'User-Agent': hostile };
    await post(
      `${url}/${encodeURI(hostile)}`,
      headers,
      JSON.stringify({ gameId: hostile, username: hostile }),
    );
    await post(
      `${url}/xmdt/session?${hostile.replaceAll(' ', '/')}`,
      headers,
      '</script><script>window.hostile=1</script>',
    );
    await until('both', () => page.evaluate(`document.querySelectorAll('#list > li').length === 9`));
    await page.evaluate(
      `for (const each of document.querySelectorAll('summary')) each.parentElement.open = true`,
    );
    await until('their details', () => page.evaluate(`document.querySelectorAll('.request').length === 9`));
    assert.equal(await page.evaluate('window.hostile'), undefined);
    assert.equal(await page.evaluate(`document.querySelectorAll('img').length`), 0);
    await page.evaluate(
      `for (const each of document.querySelectorAll('#list > li')) each.firstChild.open = false`,
    );
  },

  async 'never shows a secret'({ page }) {
    const everything = await page.evaluate(`fetch('/requests.json').then((answer) => answer.text())`);
    for (const secret of [secretKey, 'demo-client-secret']) assert.ok(!everything.includes(secret), secret);
  },

  async 'is readable in dark and on a small screen'({ page }) {
    await page.evaluate(`document.querySelectorAll('#list > li')[8].firstChild.open = true`);
    await page.evaluate(
      `document.querySelectorAll('#list > li')[8].scrollIntoView({ block: 'end' }), scrollTo(0, 0)`,
    );
    for (const [name, view] of [
      ['light', {}],
      ['dark', { dark: true }],
      ['small', { width: 390 }],
      ['small-dark', { width: 390, dark: true }],
    ]) {
      await page.look({ height: 1100, ...view });
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      assert.equal(wider, false, `${name}: the page is wider than the screen`);
      await keep(page, name);
    }
    await page.look({});
  },

  async 'asked nobody but the listener, and its console is clean'({ page, url }) {
    const others = page.asked.filter((asked) => !asked.startsWith(`${url}/`) && !asked.startsWith('data:'));
    assert.deepEqual({ others, faults: page.faults }, { others: [], faults: [] });
  },

  async 'works with 1,000 requests'({ page, url }) {
    for (let at = 0; at < 1_000; at += 1)
      await post(`${url}/xmdt/session`, { 'X-Signature': hmac(secretKey, player) }, player);
    await until('all of them', () =>
      page.evaluate(`document.getElementById('all').textContent === 'All 1009'`),
    );
    assert.equal(await page.evaluate(`document.querySelectorAll('#list > li').length`), 1_000);
    await page.evaluate(`document.querySelector('#list > li').firstChild.open = true`);
    await until('an opened one', () => page.evaluate(`!!document.querySelector('#list > li .request')`));
  },

  async 'says when the listener is gone, and goes on when it is back'({ page, url, listener }) {
    assert.equal(await listener.stop(), 0);
    await until('it to notice', () => page.evaluate(`document.getElementById('state').className === 'away'`));
    const again = await startListener(new URL(url).port);
    await post(`${url}/xmdt/session`, {}, player);
    await until('the new request', () =>
      page.evaluate(`document.querySelectorAll('#list > li').length === 1`),
    );
    assert.equal(await again.stop(), 0);
  },
};

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

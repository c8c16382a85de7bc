// A report as a file: asks nobody, runs nothing, and can be read on screen, in the dark, on paper and on a phone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { caseAround } from '../../build/support/report/case.js';
import { buildReport, reportForms } from '../../build/support/report/report.js';
import { openBrowser, until } from './browser.mjs';

const home = mkdtempSync(join(tmpdir(), 'pvg-report-'));
const pictures = process.env.SCREENSHOTS;

/** A report that pvg itself writes of a demo purchase. */
function lookedUp(receipt, name = receipt) {
  const file = join(home, `${name}.html`);
  const words = `bin/pvg.js lookup --profile local --product-id gems_100 --package com.example.game --quiet`;
  try {
    execFileSync(
      process.execPath,
      [...words.split(' '), '--case', 'TICKET-4711', '--receipt', receipt, '--report', file],
      { env: { PATH: process.env.PATH, HOME: home, TZ: 'Asia/Ho_Chi_Minh' }, stdio: 'ignore' },
    );
  } catch (error) {
    // The status of a purchase that is not confirmed, or of a store that is down.
    if (![6, 8].includes(error.status)) throw error;
  }
  return file;
}

const entry = {
  id: '20261121T032531Z-3f9a1c',
  at: '2026-11-21T03:25:31.120Z',
  command: 'lookup',
  phase: 'answered',
  profile: 'game-prod',
  environment: 'prod',
  values_of: null,
  interface: 'gateway',
  origin: 'https://gateway.example',
  product: 'gems_100',
  package: 'com.example.game',
  receipt: '4b7c3e9a1f02',
  player: null,
  request_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  order_id: 'GPA.1234-5678-9012-34567',
  purchase_state: '0',
  questions: [],
  mentions: [],
  os: null,
  status: 200,
  code: null,
  exit: 0,
  verdict: {
    id: 'paid-never-received',
    says: 'Paid at the store, but the gateway has no verify on record.',
    who: 'the game’s developers',
    next: 'The game itself must send its verify and then grant. Do not verify from here: the game’s own verify would then be answered with 409, it must not grant on that (§3.1, §7.1), and the player would lose the item.',
  },
  advice: 'check',
  case: 'TICKET-4711',
  attempts: 1,
  duration_ms: 412,
  clock_skew_s: -2,
  facts: [
    { label: 'Store', value: 'found (the store knows the purchase)' },
    { label: 'Order id', value: 'GPA.1234-5678-9012-34567' },
    { label: 'State', value: '0 PURCHASED' },
    { label: 'Purchased', value: '2026-11-20T19:02:11.000Z' },
    { label: 'Gateway', value: 'not found (no verify call was ever recorded)' },
  ],
  anomalies: [],
  error: null,
  user: 'mai',
  host: 'desk-3',
  version: '0.1.0',
};

const hostile = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
const backwards = 'user\u202e)lmth.evil(\u202c مرحبا بالعالم \u2066';
const long = 'x'.repeat(5_000);

const hostileEntry = {
  ...entry,
  profile: hostile,
  product: `${'gems_100_'.repeat(40)}`,
  order_id: `GPA.${hostile}`,
  case: `"><svg onload=alert(1)>${backwards}`,
  facts: [
    { label: hostile, value: `' " & </dd></dl></main></body> ${hostile}` },
    { label: 'Backwards', value: backwards },
    { label: 'Style', value: '</style><style>body{display:none}</style>' },
    { label: 'Long', value: long },
    { label: 'Script', value: 'ภาษาไทย 日本語 Tiếng Việt 한국어 🙂' },
  ],
  anomalies: [
    { field: `transactions[0].${hostile}`, says: long },
    {
      field: 'javascript:alert(1)',
      says: `is\nnot\r\nwhat \u0000 \u001b]0;title\u0007 it says ${backwards}`,
    },
  ],
  error: {
    code: hostile,
    says: `${hostile} \`${hostile}\``,
    who: hostile,
    hint: '`',
    section: '§2.4',
  },
  verdict: { id: hostile, says: hostile, who: hostile, next: `\`${hostile}\` ${long}` },
};

const context = {
  clock: { now: () => Date.parse('2026-11-21T03:31:02Z') },
  timeZone: 'Asia/Ho_Chi_Minh',
  version: '0.1.0',
};

const earlier = [
  {
    ...entry,
    id: '20261120T191500Z-0000a1',
    at: '2026-11-20T19:15:00.000Z',
    command: 'verify',
    phase: 'sent',
    exit: null,
    verdict: null,
    advice: null,
    facts: [],
    order_id: null,
  },
  {
    ...entry,
    id: '20261121T010203Z-0000a2',
    at: '2026-11-21T01:02:03.000Z',
    exit: 8,
    status: 502,
    verdict: null,
    advice: 'retry-later',
  },
  {
    ...entry,
    id: '20261121T020203Z-0000a3',
    at: '2026-11-21T02:02:03.000Z',
    product: 'starter_pack',
    receipt: '77aa01bc93de',
    verdict: {
      id: 'paid-and-recorded',
      says: 'Paid at the store, and recorded by the gateway for this game.',
      who: 'nobody',
      next: '',
    },
    advice: 'none',
  },
];

const reply = {
  id: '20261121T031000Z-0000b2',
  at: '2026-11-21T03:10:00.000Z',
  command: 'reply',
  case: 'TICKET-4711',
  call: null,
  situation: 'paid-never-received',
  languages: ['vi', 'en'],
  texts: [`お問い合わせありがとうございます。 ${hostile}`, 'Thank you for contacting us.'],
  profile: null,
  environment: null,
  origin: null,
  receipt: null,
  player: null,
  order_id: entry.order_id,
  order_ids: [entry.order_id],
  user: 'mai',
  host: 'desk-3',
  version: '0.1.0',
};

function written(name, calls, replies) {
  const file = join(home, `${name}.html`);
  const found = caseAround({ calls, replies }, calls.at(-1));
  writeFileSync(file, reportForms.html(buildReport(context, found)));
  return file;
}

/** The page of a batch that pvg itself writes, with every demo purchase. */
function looked() {
  const file = join(home, 'batch.html');
  const receipts = [
    'recorded',
    'never-received',
    'pending',
    'canceled',
    'other-game',
    'recorded-error',
  ];
  const rows = receipts.map((receipt) => `demo-${receipt},gems_100,com.example.game\n`);
  writeFileSync(
    join(home, 'purchases.csv'),
    `receipt,product_id,package\n${rows.join('').repeat(4)}none,g,p\n,g,p\n`,
  );
  try {
    const words = [
      'bin/pvg.js',
      'batch',
      join(home, 'purchases.csv'),
      '--profile',
      'local',
      '--report',
      file,
    ];
    const env = { PATH: process.env.PATH, HOME: home, TZ: 'Asia/Ho_Chi_Minh' };
    execFileSync(
      process.execPath,
      [...words, '--out', join(home, 'rows.ndjson'), '--report', file],
      {
        env,
        stdio: 'ignore',
      },
    );
  } catch (error) {
    // The status of a batch with a row that cannot be read.
    if (error.status !== 21) throw error;
  }
  return file;
}

/** The page of `pvg reconcile`: purchases of every kind, some with hostile words. */
function reconciled() {
  const file = join(home, 'reconcile.html');
  const write = (name, text) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const lookUp = (at, id) => ({
    input: { receipt: `receipt-${at}` },
    at: '2026-11-01T00:00:00Z',
    verdict: id && { id },
    answer: id && { order_id: `GPA.${at}` },
  });
  const verdicts = [
    'paid-and-recorded',
    'paid-and-recorded',
    'paid-never-received',
    'pending',
    null,
  ];
  const lookUps = verdicts.map((id, at) => JSON.stringify(lookUp(at, id)));
  const voided = [
    { orderId: 'GPA.1', voidedTimeMillis: '1793700000000', voidedSource: 0, voidedReason: 1 },
    { orderId: hostile, voidedTimeMillis: '1793600000000', voidedReason: backwards },
    { orderId: 'GPA.8' },
  ];
  const grants = [
    'GPA.0,2026-11-01T10:00:00Z',
    'GPA.1,2026-11-02T10:00:00Z',
    'GPA.1,',
    `${long}1,${backwards}`,
  ];
  const words = ['bin/pvg.js', 'reconcile', '--report', file, '--out', join(home, 'classes.csv')];
  const inputs = [
    ...['--lookups', write('lookups.ndjson', lookUps.join('\n'))],
    ...['--voided', write('voided.json', JSON.stringify({ voidedPurchases: voided }))],
    ...['--granted', write('grants.csv', ['order_id,granted_at', ...grants].join('\n'))],
  ];
  execFileSync(process.execPath, [...words, ...inputs], { stdio: 'ignore' });
  return file;
}

const reports = {
  recorded: lookedUp('demo-recorded'),
  'never-received': lookedUp('demo-never-received'),
  'not-confirmed': lookedUp('no-such-purchase'),
  down: lookedUp('demo-store-down'),
  case: written('case', [...earlier, entry], [reply]),
  hostile: written(
    'hostile',
    [{ ...hostileEntry, id: '0', receipt: hostile, product: long }, hostileEntry],
    [{ ...reply, case: hostileEntry.case, situation: hostile, order_id: long }],
  ),
  batch: looked(),
  reconcile: reconciled(),
};

const looks = {
  light: {},
  dark: { dark: true },
  small: { width: 390, height: 844 },
  'small-dark': { width: 390, height: 844, dark: true },
  narrow: { width: 320, height: 640 },
  print: { width: 680, height: 1000, media: 'print', dark: true },
};

const widths = { batch: '1216px', reconcile: '1216px' };

const keep = (name, bytes) => {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, name), bytes);
};

/** Each kind leads to its own rows. */
async function sections(page, kinds, all) {
  const led = await page.evaluate(
    `[...document.querySelectorAll('.kinds a')].map((each) => document.querySelector(each.hash + ' tbody').rows.length)`,
  );
  assert.deepEqual([led.length, led.reduce((sum, rows) => sum + rows, 0)], [kinds, all]);
}

const browser = await openBrowser(process.env.CHROMIUM ?? 'chromium');
try {
  for (const [name, file] of Object.entries(reports)) {
    const page = await browser.openPage();
    const url = pathToFileURL(file).href;
    await page.look({});
    await page.goTo(url);
    await until('the page', () => page.evaluate(`document.querySelector('footer') !== null`));
    for (const [look, view] of Object.entries(looks)) {
      await page.look(view);
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      assert.equal(wider, false, `${name}, ${look}: the page is wider than the screen`);
      keep(`report-${name}-${look}.png`, await page.picture({ whole: true }));
    }
    await page.look({});
    keep(`report-${name}.pdf`, await page.paper());

    assert.equal(await page.evaluate('window.hostile'), undefined, name);
    assert.equal(
      await page.evaluate(
        `document.querySelectorAll('img, script, a:not(.kinds a), iframe, [onload]').length`,
      ),
      0,
    );
    assert.equal(await page.evaluate(`document.querySelectorAll('style').length`), 1);
    const styled = `getComputedStyle(document.querySelector('main')).maxWidth`;
    assert.equal(await page.evaluate(styled), widths[name] ?? '928px');
    if (name === 'batch') await sections(page, 8, 26);
    else if (name === 'reconcile') await sections(page, 7, 8);
    else
      assert.match(
        await page.evaluate(`document.querySelector('.next').innerText`),
        /\bWho acts next: /,
      );
    assert.deepEqual({ asked: page.asked, faults: page.faults }, { asked: [url], faults: [] });
    console.log(`ok: the report ${name} asks nobody, runs nothing and fits every screen`);
  }
  const text = readFileSync(reports.hostile, 'utf8');
  assert.ok(!/[^\P{Cc}\n]|\p{Cf}/u.test(text));
  console.log('ok: no control or bidi character stands in a report');
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}

// The page of `pvg desk`: the ticket from paste to report, and what must not happen on the way.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { launchChromium, startDesk, until } from './browser.mjs';

const pictures = process.env.SCREENSHOTS;
const home = mkdtempSync(join(tmpdir(), 'pvg-desk-'));
const environment = { PATH: process.env.PATH, HOME: home };

let browser;
before(async () => {
  browser = await launchChromium(process.env.CHROMIUM ?? 'chromium');
  if (pictures) mkdirSync(pictures, { recursive: true });
});
after(async () => {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
});

/** A page of a desk of its own, where no policy is violated and no script fails. */
async function withPage(work, options = {}) {
  const { words = [], viewport, colorScheme = 'light', home: folder = home } = options;
  const desk = await startDesk(words, folder);
  const context = await browser.newContext({
    viewport: viewport ?? { width: 1280, height: 900 },
    colorScheme,
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  try {
    // A page that has not begun to watch when pvg ends finds only that nobody answers.
    const watched = page.waitForResponse((response) => response.url().endsWith('/watch'));
    await page.goto(desk.address);
    await page.waitForSelector('#purchase:focus');
    await watched;
    await work({ page, context, desk });
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    await desk.stop();
  }
}

async function lookUp(page, text) {
  await page.fill('#purchase', text);
  await page.keyboard.press('Control+Enter');
}

/** A field is focused before it is drawn with its new value. */
async function waitForValue(field, expected) {
  await until('the value', async () => (await field.inputValue()) === expected, 10_000).catch(
    () => undefined,
  );
  assert.equal(await field.inputValue(), expected);
}

const clipboardOf = (page) => page.evaluate(() => navigator.clipboard.readText());
const headline = (page) => page.locator('.card:visible h2').first();
const pending =
  '{"productId":"gems_100","packageName":"com.example.game","purchaseToken":"demo-pending"}';
const purchased = pending.replace('demo-pending', 'demo-purchased').replace('gems_100', 'gems_500');

describe('a ticket', () => {
  it('goes from paste to verdict, reply, report, and is remembered', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-1');
      await page.selectOption('#language', 'ko');
      await lookUp(page, `Hello,\n> my purchase does not arrive\n${pending}\n`);
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /pending/i);
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2');
      const history = page.locator('aside');
      await history.getByText('Move to another ticket').waitFor();
      assert.doesNotMatch(await history.textContent(), /Reply in/);
      await page.click('text=Copy reply');
      const reply = await page.locator('.reply p').textContent();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), reply);
      assert.match(reply, /[가-힣]/);
      await page.click('text=Copy for the ticket');
      // The text is fetched after the click.
      await until('the text for the ticket', async () => (await clipboardOf(page)).startsWith('#'));
      assert.match(await clipboardOf(page), /^#[^]*GPA\./);
      const saving = page.waitForEvent('download');
      await page.click('text=Save report');
      const download = await saving;
      assert.equal(download.suggestedFilename(), 'T-1.html');
      assert.match(readFileSync(await download.path(), 'utf8'), /^<!doctype html>[^]*T-1/);
      await page.fill('#note', 'the player called');
      await page.click('text=Keep');
      await history.getByText('the player called').waitFor();
      assert.match(await history.textContent(), /Reply in Korean/);
      if (pictures)
        await page.screenshot({ path: join(pictures, 'desk-pending.png'), fullPage: true });
      await page.reload();
      await page.waitForSelector('#purchase');
      await waitForValue(page.locator('#ticket'), 'T-1');
      const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      await page.getByText(`Times without a zone are in ${zone}.`).waitFor();
      await waitForValue(page.locator('#language'), 'ko');
      await history.getByText('the player called').waitFor();
    }));

  it('keeps the paste of a refusal and opens the field that is missing', () =>
    withPage(async ({ page }) => {
      await lookUp(page, 'demo-pending');
      await page.waitForSelector('#product:focus');
      await waitForValue(page.locator('#purchase'), 'demo-pending');
      await page.keyboard.type('gems_100');
      await page.keyboard.press('Control+Enter');
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /pending/i);
    }));

  it('does not keep a verdict, or its reply, below the number of another ticket', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-1');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.fill('#ticket', 'T-2');
      await headline(page).waitFor({ state: 'detached' });
      await page.selectOption('#language', 'de');
      const history = page.locator('aside');
      await history.getByText('Nothing was done for this ticket yet.').waitFor();
      await lookUp(page, purchased);
      await headline(page).waitFor();
      await history.getByText('Move to another ticket').waitFor();
      assert.doesNotMatch(await history.textContent(), /pending|Reply in/i);
    }));

  it('with several purchases lists them, and looks up all', () =>
    withPage(async ({ page }) => {
      const first = pending.replace('{', '{"orderId":"GPA.6798-3179-6133-70040",');
      const second = pending
        .replace('demo-pending', 'demo-never-received')
        .replace('{', '{"orderId":"GPA.4080-5226-5744-87789",');
      await lookUp(page, `${first}\n\n${second}`);
      await page.getByText('The text has 2 purchases.').waitFor();
      if (pictures)
        await page.screenshot({ path: join(pictures, 'desk-several.png'), fullPage: true });
      await page.getByText('Look up all 2').click();
      await page.getByText('1 × Payment pending').waitFor();
      await page.fill('#ticket-of-all', 'T-20');
      await page.click('text=Use this ticket');
      await page.getByText('One reply for T-20').waitFor();
      const reply = await page.locator('.summary .reply p').textContent();
      assert.match(reply, /GPA\.6798[^]*pending/);
      await page.click('.summary >> text=Copy reply');
      await page.locator('aside').getByText('Reply in English').waitFor();
      const saving = page.waitForEvent('download');
      await page.click('aside >> text=Save report');
      const saved = await saving;
      assert.equal(saved.suggestedFilename(), 'T-20.html');
      assert.match(readFileSync(await saved.path(), 'utf8'), /GPA\.6798[^]*GPA\.4080/);
      assert.equal(await page.locator('.choices .sign').count(), 2);
      assert.match(await page.locator('.choices').textContent(), /pending.*no verify on record/);
      const names = await page.locator('.card .word').allTextContents();
      assert.match(names.join(), /GPA\.6798.*GPA\.4080/);
      assert.equal(await page.getByText('Look up the other').count(), 0);
    }));

  const understood = [
    ['an order id', 'Hello, my order is GPA.1234-5678-9012-34567', /GPA\.1234/, /order number/],
    ['nothing to look up', 'Hello, where are my gems?', /nothing to look up/, /order number/],
    [
      'a verification without a plain name',
      'I did the verification yesterday, please help me',
      /verification/,
      /exact name/,
    ],
  ];
  for (const [what, mail, heading, reply] of understood) {
    it(`with ${what} alone says so, has the reply, and a report of the ticket`, () =>
      withPage(async ({ page }) => {
        await page.fill('#ticket', `T-${what.length}`);
        await lookUp(page, mail);
        await page.getByText('nothing was sent').waitFor();
        assert.match(await headline(page).textContent(), heading);
        await waitForValue(page.locator('#purchase'), mail);
        await page.locator('.reply p').waitFor();
        assert.match(await page.locator('.reply p').textContent(), reply);
        const saving = page.waitForEvent('download');
        await page.click('aside >> text=Save report');
        assert.equal((await saving).suggestedFilename(), `T-${what.length}.html`);
      }));
  }

  it('with a verification leads to the player whom it names', () =>
    withPage(async ({ page }) => {
      await lookUp(
        page,
        'I completed the verification, but it does not work.\nUsername: player-42',
      );
      await page.click('text=Check player-42');
      await page.waitForSelector('#username:focus');
      await waitForValue(page.locator('#username'), 'player-42');
    }));

  it('with an order and a verification leads to that player, too', () =>
    withPage(async ({ page }) => {
      await lookUp(
        page,
        'Where is GPA.1234-5678-9012-34567? I completed the verification.\nUsername: player-42',
      );
      await page.click('text=The text mentions a verification: check player-42');
      await page.waitForSelector('#username:focus');
      await waitForValue(page.locator('#username'), 'player-42');
    }));

  it('with an order id that was looked up before has that verdict and its reply', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-7');
      await lookUp(page, pending);
      await headline(page).waitFor();
      const [orderId] = /GPA\.[\d-]+/.exec(await page.locator('.card').textContent());
      await page.fill('#ticket', 'T-8');
      await headline(page).waitFor({ state: 'detached' });
      await lookUp(page, `Where is my order ${orderId} ?`);
      await page.getByText('Looked up before ·').waitFor();
      assert.match(await page.locator('.card .word').textContent(), /T-7/);
      assert.match(await headline(page).textContent(), /pending/);
      await page.locator('.reply p').waitFor();
      assert.match(await page.locator('.reply p').textContent(), /pending/);
      assert.match(await page.locator('.dont').textContent(), /grant/);
      const refused = page.locator('.card .warning').getByText('Nothing was sent.');
      assert.match(await refused.textContent(), /no receipt\. Below: the earlier answer about GPA/);
      await page.fill('#ticket', 'T-7');
      await page.getByText('Looked up before ·').waitFor();
      await page.reload();
      await page.click('text=Look up again');
      const problem = page.getByText('pvg does not keep receipts');
      await problem.waitFor();
      await page.fill('#ticket', 'T-9');
      await problem.waitFor({ state: 'detached' });
    }));

  it('with two orders says beside the reply which one it leaves out, and offers the reply for that', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-50');
      await lookUp(page, pending);
      await headline(page).waitFor();
      const [known] = /GPA\.[\d-]+/.exec(await page.locator('.card').textContent());
      const other = 'GPA.3305-1111-2222-33333';
      await page.fill('#ticket', 'T-51');
      await headline(page).waitFor({ state: 'detached' });
      await lookUp(page, `Where are ${known} and ${other}?`);
      await page.locator('.reply p[lang]').waitFor();
      const beside = await page.locator('.reply .warning').textContent();
      assert.match(beside, /GPA\.3305/);
      assert.equal(beside.includes(known), false);
      await page.locator('aside').getByText(`Orders ${known}, ${other}`).waitFor();
      await page.click('text=an order without its receipt: use that reply?');
      const reply = page.locator('.reply p[lang]').getByText(other);
      await reply.waitFor();
      assert.equal((await reply.textContent()).includes(known), false);
      assert.equal(await page.locator('.reply .warning').count(), 0);
    }));

  it('with an order of other tickets names these, although nobody looked it up', () =>
    withPage(async ({ page }) => {
      const mail = 'Where is GPA.3306-1111-2222-33333?';
      await page.fill('#ticket', 'T-60');
      await lookUp(page, mail);
      await page.getByText('The journal has nothing earlier').waitFor();
      assert.equal(await page.locator('.card .warning').count(), 0);
      await page.fill('#ticket', 'T-61');
      await headline(page).waitFor({ state: 'detached' });
      await lookUp(page, mail);
      await page.locator('.card summary').getByText('Earlier about').waitFor();
      await page.locator('.card .warning').getByText('Open T-60').click();
      await page.getByText('T-60 so far').waitFor();
    }));

  it('with an error of the game leads to its explanation', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-70');
      await lookUp(page, 'The game says DUPLICATE_TRANSACTION, please help');
      await page.locator('aside').getByText('DUPLICATE_TRANSACTION').waitFor();
      await page.getByRole('button', { name: 'Explain DUPLICATE_TRANSACTION' }).click();
      await page.getByText('The gateway has verified this receipt before.').waitFor();
      await waitForValue(page.locator('#answer'), 'DUPLICATE_TRANSACTION');
    }));

  it('that is opened again has its verdict, its reply and its language', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-40');
      await page.selectOption('#language', 'ko');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.click('text=Copy reply');
      await page.locator('aside').getByText('Reply in Korean').waitFor();
      await page.fill('#ticket', 'T-41');
      await page.getByText('Nothing was done for this ticket yet.').waitFor();
      await waitForValue(page.locator('#purchase'), '');
      await page.getByText('Undo').waitFor();
      await page.selectOption('#language', 'en');
      await page.fill('#ticket', 'T-40');
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /pending/);
      await waitForValue(page.locator('#language'), 'ko');
      await page.locator('.reply p[lang="ko"]').waitFor();
      await page.fill('#ticket', 'T-42-new');
      await waitForValue(page.locator('#language'), 'en');
      await page.fill('#ticket', 'T-40');
      await page.click('text=Look up again');
      await page.getByText('Copied or printed').waitFor();
      await waitForValue(page.locator('#purchase'), pending);
    }));

  it('has one reply: another question takes its place, and says who acts', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-42');
      await lookUp(page, `The bank made a chargeback!\n${pending}`);
      await headline(page).waitFor();
      const before = await page.locator('.who').textContent();
      await page.fill('#ticket', 'T-42-other');
      await page.getByText('Nothing was done for this ticket yet.').waitFor();
      await page.fill('#ticket', 'T-42');
      await page.getByText('The text mentions a chargeback').waitFor();
      await page.reload();
      await page.getByText('The text mentions a chargeback').click();
      await until('the other actor', async () => (await page.textContent('.who')) !== before);
      await page.locator('.reply p').waitFor();
      assert.equal(await page.locator('.reply').count(), 1);
      await waitForValue(page.locator('.other-reply select'), 'chargeback');
      await page.click('text=Copy reply');
      await page.getByText('Copied or printed').waitFor();
      await page.locator('.other-reply select').selectOption('');
      await page.getByText('Reply to the player').waitFor();
      assert.equal(await page.getByText('The text mentions').count(), 0);
    }));

  it('with purchases that are looked up one after the other has the reply about all first', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-43');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await lookUp(page, pending.replace('demo-pending', 'demo-never-received'));
      await page.getByText('One reply for all 2 purchases of T-43').waitFor();
      assert.equal(await page.locator('.card .reply:visible').count(), 1);
    }));

  it('of another player with the same purchase can be opened from the answer', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-44');
      await lookUp(page, purchased);
      await headline(page).waitFor();
      await page.fill('#ticket', 'T-45');
      await lookUp(page, purchased);
      await page.locator('.card .warning').getByText('Open T-44').click();
      await waitForValue(page.locator('#ticket'), 'T-44');
      await headline(page).waitFor();
    }));

  it('with an iOS purchase has the reply for that', () =>
    withPage(async ({ page }) => {
      await lookUp(page, '{"signedTransactionInfo":"eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln"}');
      await page.getByText('nothing was sent').waitFor();
      assert.match(await headline(page).textContent(), /iOS/);
      assert.match(await page.locator('.reply p').textContent(), /this app store/);
    }));

  it('keeps the new text and the chosen reply when its purchase is looked up again', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-AGAIN');
      const order = 'GPA.6798-3179-6133-70040';
      await lookUp(page, pending.replace('{', `{"orderId":"${order}",`));
      await headline(page).waitFor();
      const news = `My bank took it back, order ${order}.`;
      await lookUp(page, news);
      await page.getByText('Looked up before').waitFor();
      await page.getByText('Another reply').click();
      await page.locator('.other-reply select').selectOption('chargeback');
      await page.getByRole('button', { name: 'Look up again' }).click();
      await page.locator('.card dl').first().waitFor();
      await waitForValue(page.locator('#purchase'), news);
      await waitForValue(page.locator('.other-reply select'), 'chargeback');
    }));

  const long = 'abcdefghij'.repeat(14);
  const bought = (number, receipt = `${number}${long}`) =>
    `{"productId":"gems_100","packageName":"com.example.game","purchaseToken":"${receipt}"}`;
  const sold = {
    platform: 'android',
    purchase_date_ms: 1_772_443_800_000,
    purchase_state: 0,
    order_id: 'GPA.6798-3179-6133-70040',
    product_id: 'gems_100',
    region_code: 'US',
    gateway: { found: false, reason: 'NEVER_RECEIVED_BY_GATEWAY' },
  };
  const { order_id: orderId } = sold;
  const record = [200, { order_id: orderId, game_id: 7, found: true, transactions: [sold] }];
  const rejection = [
    200,
    { order_id: null, game_id: 7, found: false, status: 404, error: 'no such purchase' },
  ];

  it('that is opened again says that its receipt is probably cut', () =>
    withHostileService([...Array(6).fill(record), rejection], (folder) =>
      withPage(
        async ({ page }) => {
          await page.fill('#ticket', 'T-CUT');
          for (let number = 1; number <= 6; number += 1) {
            await lookUp(page, bought(number));
            await page
              .locator('aside .calls > li')
              .nth(number - 1)
              .waitFor();
          }
          await page.fill('#ticket', 'T-CUT-2');
          await headline(page).waitFor({ state: 'detached' });
          await lookUp(page, bought('', long.slice(0, 90)));
          const doubt = page.locator('.card .warning').getByText('probably cut');
          await doubt.waitFor();
          await page.reload();
          await page.getByText('Looked up before').waitFor();
          await doubt.waitFor();
        },
        { words: ['-p', 'hostile'], home: folder },
      ),
    ));

  it('with a masked receipt is opened again with that, and not as a text without a receipt', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-MASKED');
      await lookUp(page, pending.replace('demo-pending', 'abcdefgh********'));
      await headline(page).waitFor();
      await page.reload();
      await page.getByText('Nothing was sent ·').waitFor();
      assert.match(await headline(page).textContent(), /cut or masked/);
      assert.match(await page.locator('.next-step').textContent(), /the whole receipt/);
      assert.match(await page.locator('aside .calls').textContent(), /cut or masked/);
    }));

  it('with two purchases looks up each of them again, without a paste', () =>
    withPage(async ({ page }) => {
      const first = pending.replace('{', '{"orderId":"GPA.6798-3179-6133-70040",');
      await page.fill('#ticket', 'T-EACH');
      await lookUp(page, `${first}\n\n${purchased}`);
      await page.getByText('Look up all 2').click();
      await page.getByText('1 × Payment pending').waitFor();
      await page.click('text=Clear');
      await page.locator('.purchases li').nth(1).waitFor();
      for (const [subject, verdict] of [
        ['gems_500|GPA\\.4', /product/],
        ['GPA\\.6798', /pending/],
      ]) {
        const row = page.locator('.purchases li').filter({ hasText: new RegExp(subject) });
        await row.getByRole('button', { name: 'Look up again' }).click();
        await page.locator('.card dl').first().waitFor();
        assert.match(await headline(page).textContent(), verdict);
        await page.click('text=Clear');
        await page.locator('.purchases li').nth(1).waitFor();
      }
      await page.reload();
      await page.locator('.purchases button').first().click();
      await page.getByText('pvg does not keep receipts').waitFor();
    }));

  it('of which a line is moved says so on its card, and offers the other ticket', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-FROM');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.locator('aside').getByText('Move to another ticket').click();
      await page.locator('aside .move input').fill('T-TO');
      await page.keyboard.press('Enter');
      await page.locator('.card .warning').getByText('This answer was moved to').waitFor();
      await page.locator('.card').getByRole('button', { name: 'Open T-TO' }).click();
      await waitForValue(page.locator('#ticket'), 'T-TO');
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /pending/);
      await page.locator('aside').getByRole('button', { name: 'Open T-FROM' }).click();
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /moved to another ticket/);
      await page.locator('.card').getByRole('button', { name: 'Open T-TO' }).click();
    }));

  it('whose number is written after the look-up gets the answer with a press', () =>
    withPage(async ({ page }) => {
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.fill('#ticket', 'T-LATE');
      await page.getByText('Nothing was done for this ticket yet.').waitFor();
      await page.getByRole('button', { name: 'Put it under T-LATE' }).click();
      await page.locator('aside .calls > li').nth(1).waitFor();
      assert.equal(await page.getByText('Put it under').count(), 0);
    }));

  it('whose number is written after several look-ups gets all of them', () =>
    withPage(async ({ page }) => {
      const second = pending.replace('demo-pending', 'demo-never-received');
      await lookUp(page, `${pending}\n\n${second}`);
      await page.getByText('Look up all 2').click();
      await page.getByText('1 × Payment pending').waitFor();
      await page.fill('#ticket', 'T-LATE-2');
      await page.click('text=Use this ticket');
      await page.getByText('One reply for T-LATE-2').waitFor();
      await page.locator('aside .calls > li').nth(2).waitFor();
    }));

  it('with two purchases shows both when it is opened again, and keeps a half-written note', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-BOTH');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await lookUp(page, purchased);
      await page.getByText('gems_500').first().waitFor();
      const isKept = await page.locator('#note').evaluate(async (note) => {
        note.value = 'half';
        note.dispatchEvent(new Event('input', { bubbles: true }));
        await undefined;
        return Object.values(sessionStorage).join().includes('half');
      });
      assert.ok(
        isKept,
        'is kept before the next frame: no time is left when the page is loaded again at once',
      );
      await page.reload();
      await page.locator('.purchases li').nth(1).waitFor();
      assert.equal(await page.locator('.purchases li').count(), 2);
      assert.match(await headline(page).textContent(), /^2 purchases/);
      await waitForValue(page.locator('#note'), 'half');
    }));
});

describe('what is pasted', () => {
  it('is taken wherever the focus is, and from a dropped file', () =>
    withPage(async ({ page }) => {
      await page.locator('h1').click();
      await page.evaluate(() => navigator.clipboard.writeText('from the clipboard'));
      await page.keyboard.press('Control+V');
      await waitForValue(page.locator('#purchase'), 'from the clipboard');
      const transfer = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(['from a file'], 'mail.txt', { type: 'text/plain' }));
        return data;
      });
      await page.dispatchEvent('form.sheet', 'drop', { dataTransfer: transfer });
      await page.waitForFunction(() => document.querySelector('#purchase').value === 'from a file');
    }));

  it('on another tab goes to its field, and a whole text to the box, also from the field of a ticket', () =>
    withPage(async ({ page }) => {
      const paste = async (text) => {
        await page.evaluate((words) => navigator.clipboard.writeText(words), text);
        await page.keyboard.press('Control+V');
      };
      await page.click('nav >> text=Player');
      await page.locator('h1').click();
      await paste('player-42');
      await waitForValue(page.locator('#username'), 'player-42');
      await page.focus('#username');
      await paste('a mail\nof two lines');
      await page.waitForSelector('#purchase:visible');
      await waitForValue(page.locator('#purchase'), 'a mail\nof two lines');
      await page.focus('#ticket');
      await paste('another mail\nof two lines');
      await waitForValue(page.locator('#ticket'), '');
      await waitForValue(page.locator('#purchase'), 'another mail\nof two lines');
    }));

  it('is kept by Esc for an Undo', () =>
    withPage(async ({ page }) => {
      await page.fill('#purchase', 'a text');
      await page.keyboard.press('Escape');
      await waitForValue(page.locator('#purchase'), '');
      await page.click('text=Undo');
      await waitForValue(page.locator('#purchase'), 'a text');
    }));

  it('over 1 MB is refused beside the field, and nothing of it is lost', () =>
    withPage(async ({ page }) => {
      await lookUp(page, 'x'.repeat(1_000_001));
      await page.getByText('more than 1 MB').waitFor();
      assert.equal((await page.inputValue('#purchase')).length, 1_000_001);
    }));

  it('never runs, whatever it is', () =>
    withPage(async ({ page }) => {
      const hostile = '<img src=x onerror="window.hostile=1">';
      await page.fill('#ticket', hostile);
      await lookUp(page, pending.replace('gems_100', hostile.replaceAll('"', "'")));
      await page.locator('.card, .field.wrong').first().waitFor();
      assert.equal(await page.evaluate(() => window.hostile), undefined);
      assert.equal(await page.locator('main img').count(), 0);
    }));
});

describe('a look-up that waits', () => {
  const slow = pending.replace('demo-pending', 'demo-slow');
  const cancels = [
    ['with its button', (page) => page.click('text=Cancel')],
    ['with Esc', (page) => page.keyboard.press('Escape')],
  ];
  for (const [way, cancel] of cancels) {
    it(`is cancelled ${way}: the text is kept, and no verdict of before stands below it`, () =>
      withPage(async ({ page }) => {
        await lookUp(page, pending);
        await headline(page).waitFor();
        await lookUp(page, slow);
        await page.locator('.waiting').waitFor();
        await cancel(page);
        await page.getByText('Cancelled. Your text is kept.').waitFor();
        assert.equal(await page.locator('.waiting').count(), 0);
        assert.equal(await page.locator('.card').count(), 0);
        await waitForValue(page.locator('#purchase'), slow);
        await lookUp(page, pending);
        await headline(page).waitFor();
        assert.match(await headline(page).textContent(), /pending/i);
        assert.equal(await page.getByText('Cancelled.').count(), 0);
      }));
  }
});

const script = '<script>window.hostile=1</script>';
const image = '<img src=x onerror="window.hostile=1">';
const override = 'a\u202Egpj.exe';
const long = 'W'.repeat(900);
const hostileTexts = [script, image, override, long];

/** Nothing of it runs or becomes an element, each is read as text, and the page stays as wide as it is. */
async function checkHarmless(page, { texts }) {
  assert.equal(await page.evaluate(() => window.hostile), undefined);
  assert.equal(await page.locator('main img, main script, main iframe').count(), 0);
  const shown = await page.locator('main').textContent();
  for (const text of texts) assert.ok(shown.includes(text), `${text} is not shown`);
  assert.doesNotMatch(shown, /[\u202A-\u202E\u2066-\u2069]/);
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  assert.equal(isWide, false);
}

/** A home with a profile whose service answers with these, one after the other. */
async function withHostileService(answers, work) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-desk-'));
  const server = createServer((request, response) => {
    request.resume();
    const [status, body] = answers.shift() ?? [200, {}];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'a-secret-of-the-test', { mode: 0o600 });
    const url = `http://127.0.0.1:${server.address().port}`;
    const values = ['--gateway-url', url, '--client-id', 'a', '--client-secret-file', secret];
    execFileSync(
      process.execPath,
      ['bin/pvg.js', 'profile', 'add', 'hostile', '--environment', 'dev', ...values],
      { env: { ...environment, HOME: folder }, stdio: 'ignore' },
    );
    await work(folder);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('hostile texts', () => {
  const transaction = {
    platform: 'android',
    purchase_date_ms: 1_772_443_800_000,
    purchase_state: 0,
    order_id: override,
    product_id: script,
    region_code: image,
    gateway: { found: false, recorded_for_this_game: false, reason: long },
  };
  const found = { order_id: override, game_id: image, found: true, transactions: [transaction] };
  const refusal = { success: false, error: script, message: `${image} ${override} ${long}` };

  for (const [width, height] of [
    [1280, 900],
    [420, 900],
  ]) {
    it(`of the service are texts: ${width} px`, () =>
      withHostileService(
        [
          [200, found],
          [422, refusal],
        ],
        (folder) =>
          withPage(
            async ({ page }) => {
              await page.fill('#ticket', 'T-1');
              await lookUp(page, pending);
              await headline(page).waitFor();
              await openAll(page);
              await checkHarmless(page, { texts: [script] });
              await lookUp(page, `${pending} `);
              await page.locator('.card.bad').waitFor();
              await openAll(page);
              await checkHarmless(page, { texts: [image] });
              await page.click('nav >> text=Journal');
              await page.waitForSelector('.rows tr');
              await checkHarmless(page, { texts: [] });
            },
            { words: ['-p', 'hostile'], viewport: { width, height }, home: folder },
          ),
      ));

    it(`of the journal are texts: ${width} px`, () =>
      withHostileService([], (folder) => {
        writeHostileJournal(folder);
        return withPage(
          async ({ page }) => {
            await page.fill('#ticket', 'T-666');
            await page.locator('aside .calls li').nth(3).waitFor();
            await checkHarmless(page, { texts: [script, image, 'a\\u{202e}gpj.exe'] });
            await page.click('nav >> text=Journal');
            await page.waitForSelector('.rows tr');
            await checkHarmless(page, { texts: [script, image, 'a\\u{202e}gpj.exe'] });
            await page.locator('.outcomes button').first().click();
            await page.locator('.outcomes [aria-pressed="true"]').waitFor();
            await checkHarmless(page, { texts: [] });
          },
          { words: ['-p', 'hostile'], viewport: { width, height }, home: folder },
        );
      }));
  }
});

/** What a person finds behind a press. */
async function openAll(page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.open = true;
  });
}

/** As somebody with the shared folder could write it. */
function writeHostileJournal(folder) {
  const journal = join(folder, '.local', 'state', 'pvg', 'journal');
  mkdirSync(journal, { recursive: true, mode: 0o700 });
  const time = new Date(Date.now() - 3_600_000).toISOString();
  const id = (number) => `${time.replaceAll(/[-:]|\.\d+/g, '')}-00000${number}`;
  const place = { at: time, case: 'T-666', user: image, host: override, profile: script };
  const call = { command: 'lookup', phase: 'answered', environment: 'dev', interface: 'gateway' };
  const lines = hostileTexts.map((text, number) => ({
    id: id(number),
    ...place,
    ...call,
    order_id: text,
    exit: 0,
    verdict: { id: text, says: text, next: text },
  }));
  const note = { ...place, id: id(5), command: 'note', text: `${script} ${override} ${long}` };
  const reply = { ...place, id: id(6), command: 'reply', situation: image, languages: [script] };
  const text = [...lines, note, reply].map((line) => JSON.stringify(line)).join('\n');
  const name = `mallory@desk-6-00000000-${time.slice(0, 7)}.ndjson`;
  writeFileSync(join(journal, name), `${text}\n`, { mode: 0o600 });
}

describe('the connection', () => {
  it('that was lost is said, and the text is kept', () =>
    withPage(async ({ page, desk }) => {
      await page.fill('#purchase', pending);
      await desk.stop();
      await page.locator('.state').getByText('pvg has ended').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.locator('.waiting').waitFor({ state: 'detached' });
      await page.locator('.banner').getByText('has ended').waitFor();
      await waitForValue(page.locator('#purchase'), pending);
    }));

  it('that breaks because pvg was killed is said without a press, in each tab', () =>
    withPage(async ({ page, context, desk }) => {
      const storage = await page.evaluate(() => ({ ...sessionStorage }));
      const others = [];
      // More than the connections that a browser opens to one server.
      for (let count = 0; count < 7; count += 1) {
        const other = await context.newPage();
        others.push(other);
        await other.addInitScript((kept) => Object.assign(sessionStorage, kept), storage);
        await other.goto(new URL('/', desk.address).href);
        await other.waitForSelector('#purchase:focus');
      }
      await lookUp(others.at(-1), pending);
      await headline(others.at(-1)).waitFor();
      await desk.stop('SIGKILL');
      for (const tab of [page, ...others]) await tab.getByText('pvg does not answer').waitFor();
    }));

  it('that a request lost is watched again: the end of pvg is still told from silence', () =>
    withPage(async ({ page, desk }) => {
      const state = page.locator('.state');
      await page.route('**/run', (route) => route.abort());
      await lookUp(page, pending);
      await state.getByText('not connected').waitFor();
      await page.unroute('**/run');
      await state.getByText('connected', { exact: true }).waitFor();
      await desk.stop();
      await state.getByText('pvg has ended').waitFor();
    }));

  it('to another pvg at the same address is said, for no request of this page is answered', () =>
    withPage(async ({ page, desk }) => {
      await desk.stop();
      await page.getByText('pvg has ended').waitFor();
      const { port } = new URL(desk.address);
      const next = await startDesk(['--port', port], home);
      try {
        await page.getByText('Another pvg desk was started').waitFor();
      } finally {
        await next.stop();
      }
    }));

  it('needs another code in a second tab', () =>
    withPage(async ({ context, desk }) => {
      const second = await context.newPage();
      await second.goto(desk.address);
      await second.getByText('works once').waitFor();
    }));

  it('is refused to a page of another origin', () =>
    withPage(async ({ context, desk }) => {
      const other = await context.newPage();
      await other.goto('data:text/html,other');
      const { origin } = new URL(desk.address);
      const outcome = await other.evaluate(
        (url) =>
          fetch(`${url}/start`, { method: 'POST', body: '{}' }).then(
            () => 'answered',
            () => 'refused',
          ),
        origin,
      );
      assert.equal(outcome, 'refused');
    }));
});

describe('the other tabs', () => {
  it('lose nothing of each other', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-50');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.fill('#note', 'half a note');
      await page.fill('#purchase', `${pending} and more`);
      await page.click('nav >> text=Journal');
      await page.fill('#of-ticket', 'T-50');
      await page.locator('.rows tbody tr').first().waitFor();
      await page.click('nav >> text=Purchase');
      await waitForValue(page.locator('#purchase'), `${pending} and more`);
      await waitForValue(page.getByLabel('Add a note to T-50'), 'half a note');
      await page.fill('#ticket', 'T-51');
      await waitForValue(page.getByLabel('Add a note to T-51'), '');
      await page.locator('aside').getByRole('button', { name: 'T-50' }).click();
      await waitForValue(page.getByLabel('Add a note to T-50'), 'half a note');
      await page.waitForFunction(() => document.querySelector('#purchase').value === '');
      await headline(page).waitFor();
      assert.match(await headline(page).textContent(), /pending/);
      await page.click('nav >> text=Journal');
      await waitForValue(page.locator('#of-ticket'), 'T-50');
      await page.fill('#since', '2099-01-01');
      await page.getByText('It is before From.').waitFor();
      await page.fill('#since', '2020-01-01');
      await page.locator('.rows .gist').first().click();
      await page.waitForSelector('#purchase:visible');
      await waitForValue(page.locator('#ticket'), 'T-50');
    }));

  it('say whether a player has completed verification, what a code means, and what was done', () =>
    withPage(async ({ page }) => {
      await page.fill('#ticket', 'T-30');
      await lookUp(page, 'Hello, where are my gems?');
      await headline(page).waitFor();
      await page.click('text=Clear');
      await page.click('nav >> text=Player');
      await page.fill('#username', 'player-1');
      await page.keyboard.press('Enter');
      await headline(page).waitFor();
      await until('both replies', async () => (await page.locator('.reply:visible').count()) === 2);
      await page.click('nav >> text=Explain');
      await page.fill(
        '#answer',
        'HTTP/1.1 409 Conflict\n\n{"success":false,"error":"DUPLICATE_TRANSACTION"}',
      );
      await page.keyboard.press('Control+Enter');
      await page.getByText('DUPLICATE_TRANSACTION ·').waitFor();
      await page.click('nav >> text=Journal');
      await page.locator('.outcomes button').first().click();
      await page.locator('.outcomes [aria-pressed="true"]').waitFor();
      assert.equal(await page.locator('.days rect').count(), 14);
      const saving = page.waitForEvent('download');
      await page.click('text=Save what is chosen as CSV');
      const csv = readFileSync(await (await saving).path(), 'utf8');
      assert.match(csv, /^\uFEFF?at,id,command/);
      await page.click('text=/^\\d+ refused paste/');
      await page.locator('.rows').getByText('without a receipt').first().waitFor();
      assert.equal(await page.locator('.rows .sign.good').count(), 0);
      if (pictures)
        await page.screenshot({ path: join(pictures, 'desk-journal.png'), fullPage: true });
    }));
});

describe('the journal', () => {
  it('is filtered by a name with a blank, and the CSV has exactly the filtered lines', () =>
    withFreshPage(async ({ page }) => {
      await page.fill('#ticket', 'case 12');
      await lookUp(page, pending);
      await headline(page).waitFor();
      await page.fill('#note', 'the player called');
      await page.click('text=Keep');
      await page.locator('aside').getByText('the player called').waitFor();
      await page.fill('#ticket', 'case 13');
      await headline(page).waitFor({ state: 'detached' });
      await lookUp(page, pending.replace('gems_100', 'gems_500'));
      await headline(page).waitFor();
      await page.click('nav >> text=Journal');
      await page.locator('#of-ticket').pressSequentially('case 12');
      await waitForValue(page.locator('#of-ticket'), 'case 12');
      const rows = page.locator('.rows tbody tr');
      await until('two lines', async () => (await rows.count()) === 2);
      const save = async () => {
        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save what is chosen as CSV' }).click();
        const csv = readFileSync(await (await saving).path(), 'utf8').trim();
        return csv.split('\n').slice(1);
      };
      const ofTicket = await save();
      assert.equal(ofTicket.length, 2);
      for (const line of ofTicket) assert.match(line, /case 12/);
      await page.getByRole('button', { name: '1 note' }).click();
      await until('one line', async () => (await rows.count()) === 1);
      const notes = await save();
      assert.equal(notes.length, 1);
      assert.match(notes[0], /the player called/);
      await page.fill('#of-ticket', 'gems_500');
      await rows.getByText('case 13').waitFor();
      const ofProduct = await save();
      assert.equal(ofProduct.length, 1);
      assert.match(ofProduct[0], /case 13/);
      await page.fill('#of-ticket', 'no such thing');
      await page.getByText('The journal has nothing of these days').waitFor();
      assert.equal(await page.getByText('as CSV').count(), 0);
    }));

  it('of many lines says how many it shows, and of a filter how many there are', () =>
    withFreshPage(
      async ({ page }) => {
        await page.click('nav >> text=Journal');
        await page.getByText('the newest 200 of 1000 lines').waitFor();
        await page.fill('#of-ticket', 'gems_1');
        await page.getByText('the newest 200 of 500 lines').waitFor();
        assert.match(await page.locator('.sum').textContent(), /^500 calls/);
        await page.fill('#of-ticket', 'T-7');
        await until('its lines', async () => (await page.locator('.rows tbody tr').count()) === 10);
        assert.equal(await page.getByText('the newest').count(), 0);
      },
      (folder) => writeLongJournal(folder, 1_000),
    ));
});

/** With a journal of its own. */
async function withFreshPage(work, prepare = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-desk-'));
  try {
    prepare(folder);
    await withPage(work, { home: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ten lines a ticket, of two products. */
function writeLongJournal(folder, count) {
  const journal = join(folder, '.local', 'state', 'pvg', 'journal');
  mkdirSync(journal, { recursive: true, mode: 0o700 });
  const nowMs = Date.now();
  const lines = Array.from({ length: count }, (_, number) => {
    const time = new Date(nowMs - (count - number) * 1_000).toISOString();
    return {
      id: `${time.replaceAll(/[-:]|\.\d+/g, '')}-${String(number).padStart(6, '0')}`,
      at: time,
      command: 'lookup',
      phase: 'answered',
      environment: 'dev',
      interface: 'gateway',
      product: `gems_${number % 2}`,
      case: `T-${Math.floor(number / 10)}`,
      exit: 0,
      verdict: { id: 'pending', says: 'Pending.', next: 'Wait.' },
    };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const month = new Date(nowMs).toISOString().slice(0, 7);
  writeFileSync(join(journal, `anna@desk-6-00000000-${month}.ndjson`), text, { mode: 0o600 });
}

it('the complete address opens in a tab that has the page without its code', async () => {
  const desk = await startDesk([], home);
  const page = await browser.newPage();
  try {
    await page.goto(new URL('/', desk.address).href);
    await page.getByText('complete address').waitFor();
    await page.goto(desk.address);
    await page.waitForSelector('#purchase:focus', { timeout: 10_000 });
  } finally {
    await page.close();
    await desk.stop();
  }
});

describe('accessibility', () => {
  const looks = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 420, height: 900 } }],
  ];
  for (const [name, look] of looks) {
    it(`has no violation: ${name}`, () =>
      withPage(async ({ page }) => {
        await page.fill('#ticket', 'T-9');
        await checkAxe(page, `empty ${name}`);
        await lookUp(page, pending);
        await headline(page).waitFor();
        await checkAxe(page, `answer ${name}`);
        for (const tab of ['Player', 'Explain', 'Journal']) {
          await page.click(`nav >> text=${tab}`);
          if (tab === 'Journal') await page.waitForSelector('.overview');
          await checkAxe(page, `${tab} ${name}`);
        }
        const isWide = await page.evaluate(
          () => document.documentElement.scrollWidth > window.innerWidth,
        );
        assert.equal(isWide, false);
      }, look));
  }
});

async function checkAxe(page, state) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0]?.html}`);
  assert.deepEqual(found, []);
  if (pictures)
    await page.screenshot({
      path: join(pictures, `desk-${state.replaceAll(' ', '-')}.png`),
      fullPage: true,
    });
}

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder } from '../helpers/context.js';
import type { Report } from '../../src/support/report/section.js';
import { checkSchema } from '../helpers/schemas.js';
import { answering, env, purchase } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

const lookup = 'lookup --profile local --product-id gems_100 --package com.example.game';

const sectionsOf = async (line: string, home: string) => {
  const report = json(await pvg(`${line} --json`, { home }))['answer'] as Report;
  checkSchema('report', report);
  return report.sections;
};

/** A home whose journal has a look-up of a case. */
async function homeWithCall(receipt = 'demo-recorded-error'): Promise<string> {
  const home = temporaryFolder();
  await pvg(`${lookup} --receipt ${receipt} --case T-1`, { home });
  return home;
}

describe('pvg report', () => {
  it('finds it by case and by id', async () => {
    const home = await homeWithCall();
    const call = json(await pvg('journal show --last --json', { home }))['answer'] as {
      id: string;
    };
    const sections = await sectionsOf('report --last', home);
    for (const wanted of ['--case t-1', call.id])
      expect(await sectionsOf(`report ${wanted}`, home)).toEqual(sections);
  });

  it.each(['report', 'reply en', 'journal list'])(
    'leads from a mistyped ticket to the near one: pvg %s',
    async (command) => {
      const home = await homeWithCall();
      const { out, err } = await pvg(`${command} --case T-l`, { home });
      expect(out + err).toContain(`Did you mean \`pvg ${command} --case T-1\`?`);
      // A reply of another ticket goes to another player, so somebody looks first.
      const next = command === 'reply en' ? 'journal list' : command;
      expect(out + err).toContain(`Next: pvg ${next} --case T-1\n`);
    },
  );

  it('a ticket that was typed rightly is not corrected', async () => {
    const home = await homeWithCall();
    const { out } = await pvg('journal list --case t-1 --outcome pending', { home });
    expect(out).toContain('nothing that matches');
    expect(out).not.toContain('Did you mean');
  });

  it('of a verify from here tells nobody to grant', async () => {
    const home = temporaryFolder();
    await pvg(`${lookup.replace('lookup', 'verify')} --receipt demo-purchased --case T-1`, {
      home,
    });
    const badges = ['Check before granting', 'verified'];
    expect(await sectionsOf('report --case T-1', home)).toContainEqual(
      expect.objectContaining({ badges }),
    );
  });

  it('writes a new file for its owner alone, and has the evidence in its JSON', async () => {
    const home = await homeWithCall();
    expect(json(await pvg('report --last --out x.html --json', { home }))).toMatchObject({
      ...{ command: 'report', profile: 'local', ok: true, file: 'x.html' },
      ...{ verdict: { id: 'paid-recorded-with-error' }, answer: { case: 'T-1' } },
    });
    expect(statSync(join(home, 'x.html')).mode & 0o777).toBe(0o600);
  });

  it('never writes over a file unless asked to', async () => {
    const home = await homeWithCall();
    writeFileSync(join(home, 'there.md'), 'mine');
    const { status, err } = await pvg('report --last --out there.md', { home });
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/It was not changed\.[^]*--overwrite/),
    ]);
    expect(readFileSync(join(home, 'there.md'), 'utf8')).toBe('mine');
    expect((await pvg('report --last --out there.md --overwrite', { home })).status).toBe(0);
    expect(readFileSync(join(home, 'there.md'), 'utf8')).toMatch(/^# Ticket `T-1`/);
  });

  it.each([
    ['report', /needs one ticket, one call or one order id[^]*Next: pvg journal list/],
    ['report --last --case T-1', /needs one ticket, one call or one order id/],
    ['report --last --out x.txt', /\.html \(a page\) or \.md/],
    ['report --last --overwrite', /--overwrite needs --out/],
    [
      'report GPA.0000-0000-0000-00000',
      /nothing about this order[^]*Next: pvg reply "\$REPLY_LANGUAGE" --for need-receipt/,
    ],
    ['report --case T-2', /nothing about this ticket[^]*pvg journal list/],
    ['report 20260101T000000Z-000000', /no such call/],
  ])('2: %s', async (line, says) => {
    const home = await homeWithCall();
    const { status, err } = await pvg(line, { home });
    expect(status).toBe(2);
    expect(err).toMatch(says);
  });

  it('says that there is nothing yet, and how to get a report all the same', async () => {
    const { status, err } = await pvg('report --last', { env: { PVG_NO_JOURNAL: '1' } });
    expect(status).toBe(2);
    expect(err).toMatch(/no such call and is off \(PVG_NO_JOURNAL\)\.[^]*--report evidence\.html/);
  });

  it('is made of the calls of its case alone, and lists what else there is', async () => {
    const home = temporaryFolder();
    await pvg(`${lookup} --receipt demo-purchased --case T-1`, { home });
    await pvg(`${lookup.replace('lookup', 'verify')} --receipt demo-purchased`, { home });
    await pvg(`${lookup} --receipt demo-canceled --case T-1`, { home });
    await pvg('session --profile local --username player-42 --check --case T-1', { home });
    const shown = (sections: Report['sections']) =>
      sections.flatMap((each) =>
        each.kind === 'subject' ? [each.subject.kind, each.badges.at(-1)] : [],
      );
    const whole = await sectionsOf('report --case T-1', home);
    expect(shown(whole)).toEqual([
      ...['Purchase', 'paid-never-received', 'Purchase', 'cancelled', 'Player', 'not-completed'],
    ]);
    const calls = whole.flatMap((each) =>
      each.kind === 'calls' ? [each.calls.map(({ says }) => says.split(':')[0])] : [],
    );
    expect(calls).toEqual([['lookup', 'lookup', 'session'], ['verify']]);
    const [, orderId = ''] =
      /Purchase `(GPA\.[\d-]+)`\n[^#]*no verify on record/.exec(
        (await pvg('report --case T-1', { home })).out,
      ) ?? [];
    expect(shown(await sectionsOf(`report ${orderId}`, home))).toEqual(['Purchase', 'verified']);
    const { out, err } = await pvg('report --case T-1', { home });
    expect(out + err).not.toMatch(/player-42|demo-purchased|demo-canceled/);
  });
});

describe('pvg lookup --report', () => {
  it.each([{}, { PVG_NO_JOURNAL: '1' }])('writes what happened at once, with %j', async (env) => {
    const home = temporaryFolder();
    const line = `${lookup} --receipt demo-pending --reply en --report x.md --overwrite`;
    const { status, out, err } = await pvg(line, { home, env });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/The payment is pending[^]*Wrote the report: x\.md\n[^]*\nNext: /);
    expect((await pvg(`${line} --json`, { home, env })).err).toMatch(
      /^That call was to the emulator on this computer.*\nWrote the report: x\.md\nFor another question .*\n$/,
    );
    expect((await pvg(`${line} --json --quiet`, { home, env })).err).toBe('');
    const text = readFileSync(join(home, 'x.md'), 'utf8');
    expect(text).toContain('`Do not grant` · `pending`');
    expect(text).toContain('Replies printed for the player');
    expect(text).not.toContain('demo-pending');
  });

  it('shows the failure of a look-up that failed', async () => {
    const home = temporaryFolder();
    expect(
      (await pvg(`${lookup} --receipt demo-store-down --report x.html`, { home })).status,
    ).toBe(8);
    expect(readFileSync(join(home, 'x.html'), 'utf8')).toContain('VERIFIER_ERROR');
  });

  it('is about its purchase, and names the report of the whole case', async () => {
    const home = temporaryFolder();
    await pvg(`${lookup} --receipt demo-recorded --case T-9`, { home });
    await pvg(`${lookup} --receipt demo-pending --case T-9`, { home });
    await pvg(`${lookup} --receipt demo-pending --case T-9 --report x.md`, { home });
    const page = readFileSync(join(home, 'x.md'), 'utf8');
    expect(page).toMatch(
      /^# Ticket `T-9`\n[^]*`pvg report --case T-9`[^]*\*\*⚠ The payment is pending/,
    );
    expect(page.match(/^## Purchase/gm)).toHaveLength(1);
    expect(page).toMatch(
      /## All calls\n\n- .*pending at the store.*\n- .*pending at the store.*\n\n/,
    );
  });

  it.each([
    ['x.md', 'The --report file exists already'],
    [
      'missing/x.md --overwrite',
      'The folder of the --report file does not exist. Nothing was sent.',
    ],
    ['x.md/x.md', 'The folder of the --report file does not exist. Nothing was sent.'],
    ['x.pdf', 'must end in .html (a page) or .md (Markdown)'],
  ])('2, and nothing is sent: %s', async (path, says) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'x.md'), 'mine');
    const { status, out, err } = await pvg(`${lookup} --receipt demo-pending --report ${path}`, {
      home,
    });
    expect([status, out, err]).toEqual([2, '', expect.stringContaining(says)]);
    expect(existsSync(join(home, 'state'))).toBe(false);
  });

  const rejected = { found: false, order_id: null, game_id: 1, status: 404, error: 'none' };
  const gateway = {
    found: false,
    reason: 'NEVER_RECEIVED_BY_GATEWAY',
    recorded_for_this_game: false,
  };
  const transaction = {
    product_id: 'gems_100',
    transaction_id: 'GPA.1',
    purchase_state: 2,
    gateway,
  };
  const found = { ...rejected, found: true, environment: null, transactions: [transaction] };
  it.each([
    ['', 200, found, 14, /^(. )?The payment is pending[^]*\nNext: (?!.*--report)/],
    ['--json', 200, found, 14, /"id": "pending"[^]*"code": "output-unwritable"[^]*"report": null/],
    ['--raw', 200, found, 14, /^\{"found":true/],
    ['--quiet', 200, found, 14, /^$/],
    // With the status of an answer that is not good itself.
    ['', 404, rejected, 6, /./],
  ] as const)(
    '14: the answer stands when its report cannot be written: %s, %i',
    async (more, status, body, exit, out) => {
      const home = temporaryFolder();
      mkdirSync(join(home, 'tickets'));
      const send: Send = (...request) => {
        // A file takes the place of the folder while the answer is under way.
        rmSync(join(home, 'tickets'), { recursive: true });
        writeFileSync(join(home, 'tickets'), '');
        return answering(status, body)(...request);
      };
      const line = `lookup ${purchase} --receipt r --report tickets/x.md ${more}`;
      const made = await pvg(line, { home, send, env: env() });
      expect([made.status, made.out]).toEqual([exit, expect.stringMatching(out)]);
      expect(made.err).toMatch(/The --report file could not be written: the system says ENOTDIR\./);
      if (more === '') expect(made.err).toMatch(/\nNext: pvg report \d{8}T\d{6}Z-[0-9a-f]{6}\n$/);
    },
  );

  it('a dry run makes none, and says so', async () => {
    const home = temporaryFolder();
    const { status, err } = await pvg(`${lookup} --receipt demo-pending --report x.md --dry-run`, {
      home,
    });
    expect(status).toBe(0);
    expect(err).toContain('A dry run gets no answer, so it makes no reply and no report.');
    expect(existsSync(join(home, 'x.md'))).toBe(false);
  });
});

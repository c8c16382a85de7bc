import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.js';
import type { Send } from '../../src/contract/wire.js';
import { printLine } from '../../src/support/journal/entry.js';
import type { Report } from '../../src/support/report/section.js';
import { fingerprint } from '../../src/signing/digest.js';
import { bought } from '../helpers/answers.js';
import { fixedUnixSeconds, serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { entryOf, replyOf, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** A purchase that was looked up for another ticket says so: its player may have a reply already. */

const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const me = { user: 'agent', host: 'desk-7' };
const nina = { user: 'nina', host: 'desk-3' };
type Desk = NonNullable<Context['account']>;

let team: string;
let home: string;
let minutes = 0;
beforeEach(() => {
  team = temporaryFolder();
  home = temporaryFolder();
  minutes = 0;
});

const send: Send = () => Promise.resolve(answer(200, bought('')));

function run(line: string, account: Desk = me) {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  const env = serviceEnv('https://service.example', {
    ...{ PVG_ENVIRONMENT: 'prod', PVG_JOURNAL_DIR: team },
  });
  return pvg(line, { env, send, home, account, now: () => nowMs, columns: 400 });
}

const noteOf = async (line: string, account?: Desk): Promise<string | undefined> => {
  const { out } = await run(`lookup ${purchase} ${line}`, account);
  return out.split('\n').find((text) => text.startsWith('Earlier look-up'));
};

describe('the look-up of a purchase that was looked up before', () => {
  it('by a colleague for another ticket: who, when, outcome, ticket and the reply', async () => {
    await run(`lookup ${purchase} --case SUP-1990 --reply en`, nina);
    const note = await noteOf('--case SUP-2008');
    for (const part of ['nina on desk-3', '2026-09-21 14:13 UTC', 'SUP-1990']) {
      expect(note).toContain(part);
    }
    expect(note?.match(/paid-and-recorded/g)).toHaveLength(2);
  });

  it('a reply that was given later, by somebody else, is told with its person', async () => {
    await run(`lookup ${purchase} --case SUP-1990`, nina);
    await run('reply ko --case SUP-1990', me);
    expect(await noteOf('--case SUP-2008')).toMatch(/nina .*; you printed .* 2026-09-21 14:14 UTC/);
  });

  it('one with a wrong product is not named beside one with the right product', async () => {
    await run(`lookup ${purchase} --case SUP-1990`, nina);
    await run(
      `lookup ${purchase.replace('gems_100', 'gems_500')} --case SUP-1995 --reply en`,
      nina,
    );
    expect(await noteOf('--case SUP-2008')).toContain('SUP-1990');
  });

  it('without a ticket', async () => {
    await run(`lookup ${purchase}`, nina);
    expect(await noteOf('--case SUP-2008')).toContain('nina on desk-3');
  });

  it('one with a reply comes before a newer one without', async () => {
    await run(`lookup ${purchase} --case SUP-1990 --reply en`, nina);
    await run(`lookup ${purchase} --case SUP-1995`, nina);
    expect(await noteOf('--case SUP-2008')).toContain('SUP-1990');
  });

  it('one of a colleague comes before a newer one of your own', async () => {
    await run(`lookup ${purchase} --case SUP-1990`, nina);
    await run(`lookup ${purchase} --case SUP-1995 --reply en`, me);
    expect(await noteOf('--case SUP-2008')).toContain('SUP-1990');
  });

  it.each([
    ['for the same ticket', 'lookup', '--case sup-2008'],
    ['of another receipt', 'lookup --receipt AEuhp4KnSzQ9dX28', '--case SUP-1990'],
    ['with the emulator', 'lookup --profile local', '--case SUP-1990'],
  ])('%s: nothing is told', async (_what, command, ticket) => {
    const words = command.includes('--receipt') ? purchase.replace(/--receipt.*/, '') : purchase;
    await run(`${command} ${words} ${ticket} --reply en`, nina);
    expect(await noteOf('--case SUP-2008')).toBeUndefined();
  });

  it('for the ticket’s report: the reply stands beside the call', async () => {
    await run(`lookup ${purchase} --case SUP-1990 --reply en,ko`, nina);
    await run(`lookup ${purchase} --case SUP-2008`);
    const { answer: page } = json(await run('report --case SUP-2008 --json')) as unknown as {
      answer: Report;
    };
    const others = page.sections.flatMap((each) => (each.kind === 'calls' ? each.calls : []));
    const [call] = others.filter(({ facts }) => facts.includes('ticket SUP-1990'));
    expect(call?.facts.at(-1)).toMatch(/paid-and-recorded \(en, ko\).*2026-09-21 14:13 UTC/);
  });
});

describe('an assistant', () => {
  const message = (id: number, method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const product = { product_id: 'gems_100', package: 'com.example.game' };
  const given = { purchase: 'demo-purchased', ...product, profile: 'local', ticket: 'SUP-2008' };
  const clientInfo = { name: 'x', version: '1' };
  const stdin = [
    message(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    message(1, 'tools/call', { name: 'lookup_purchase', arguments: given }),
  ].join('\n');

  it.each([
    ['local', true],
    ['hidden', false],
  ])('look-ups with the profile %s: told is %s, without a name', async (profile, isTold) => {
    const receipt = fingerprint('demo-purchased');
    writeJournal(home, [entryOf({ profile, receipt, case: 'SUP-1990', user: 'nina' })]);
    const { out } = await pvg('mcp --profile local', { home, stdin });
    expect(out).toContain('paid-never-received');
    expect([out.includes('SUP-1990'), out.includes('nina')]).toEqual([isTold, false]);
  });
});

describe('the replies of a report', () => {
  const reply = (second: number, given: object) =>
    printLine(
      replyOf({
        id: `20260921T1415${second}Z-00000a`,
        at: `2026-09-21T14:15:${second}.000Z`,
        situation: 'pending',
        ...given,
      }),
    );

  async function followedReplies(...lines: string[]): Promise<boolean[]> {
    writeJournal(home, [entryOf({ case: 'T-1' }), ...lines]);
    const { answer: page } = json(await pvg('report --case T-1 --json', { home })) as unknown as {
      answer: Report;
    };
    const part = page.sections.find(
      (each) => each.kind === 'calls' && each.title.startsWith('Replies'),
    );
    if (part?.kind !== 'calls') return [];
    return part.calls.map(({ facts }) => facts.some((fact) => fact.startsWith('followed by')));
  }

  const one = { receipt: 'ce57bf5c0a9b', call: '20260921T141320Z-000001' };
  const order = { order_id: 'GPA.1234-5678-9012-34567' };
  const other = { receipt: 'aaaaaaaaaaaa', call: '20260921T141320Z-000001' };

  it.each([
    ['the last of a purchase counts', [one, one, one], [true, true, false]],
    ['each purchase has its own', [one, other], [false, false]],
    ['one for the whole ticket is for each purchase', [one, other, {}], [true, true, false]],
    ['one of a purchase leaves that of the ticket', [{}, one], [false, false]],
    ['one that was chosen for the order counts', [{ ...one, ...order }, order], [true, false]],
    ['the answer counts after one that was chosen', [order, { ...one, ...order }], [true, false]],
  ])('%s', async (_what, replies, expected) => {
    const lines = replies.map((given, index) => reply(10 + index, given));
    expect(await followedReplies(...lines)).toEqual(expected);
  });
});

describe('when the report is written, the next command goes on', () => {
  it.each([
    ['--case T-1', 'pvg reply "$REPLY_LANGUAGE" --case T-1'],
    ['', 'pvg reply "$REPLY_LANGUAGE" --last'],
    ['--case T-1 --reply en', 'pvg journal list --case T-1'],
  ])('lookup --report %s', async (options, next) => {
    const { out } = await run(`lookup ${purchase} --report ${home}/x.html ${options}`);
    expect(out.trimEnd().split('Next: ')[1]).toBe(next);
  });

  it.each([
    ['', 'pvg reply "$REPLY_LANGUAGE" --case T-1'],
    ['--reply en', 'pvg journal list --case T-1'],
  ])('report --out after lookup %s', async (options, next) => {
    await run(`lookup ${purchase} --case T-1 ${options}`);
    const { out } = await run(`report --case T-1 --out ${home}/x.html`);
    expect(out.trimEnd().split('Next: ')[1]).toBe(next);
  });
});

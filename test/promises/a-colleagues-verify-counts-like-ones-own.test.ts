import { beforeEach, describe, expect, it } from 'vitest';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import type { Report } from '../../src/support/report/section.js';
import { runProgram } from '../../src/program.js';
import { fixedUnixSeconds, serviceEnv, temporaryFolder, testContext } from '../helpers/context.js';
import type { TestContext } from '../helpers/context.js';
import { bought, edited, failure, never, order, success } from '../helpers/answers.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg, words } from '../helpers/pvg.js';
import type { Context } from '../../src/context.js';

/** The service records a purchase once, whoever sent the verify: what a team's journal has of it counts for everybody. */

const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const here = { user: 'agent', host: 'desk-7' };
const maria = { user: 'maria', host: 'desk-3' };
type Desk = NonNullable<Context['account']>;

const dev = { env: { PVG_ENVIRONMENT: 'dev' } };

let team: string;
let homes: Map<Desk, string>;
let minutes = 0;
beforeEach(() => {
  team = temporaryFolder();
  homes = new Map([here, maria].map((desk) => [desk, temporaryFolder()]));
  minutes = 0;
});

interface Run {
  readonly desk?: Desk;
  readonly lookup?: object;
  readonly verify?: readonly [status: number, body: unknown] | WireFailure;
  readonly env?: Record<string, string>;
}

/** Each a minute after the one before, as the calls of a day are. */
function run(
  line: string,
  { desk = here, lookup = bought(''), verify = [200, success], env = {} }: Run = {},
) {
  const send: Send = ({ url }) => {
    if (!url.endsWith('/verify')) return Promise.resolve(answer(200, lookup));
    return verify instanceof WireFailure
      ? Promise.reject(verify)
      : Promise.resolve(answer(...verify));
  };
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  const service = serviceEnv('https://service.example', {
    ...{ PVG_ENVIRONMENT: 'prod', PVG_JOURNAL_DIR: team },
    ...env,
  });
  const home = homes.get(desk) ?? '';
  return pvg(line, { env: service, send, home, account: desk, now: () => nowMs, columns: 400 });
}

const record = (desk: Desk, more = '', verify: Run['verify'] = [200, success]) =>
  run(`verify ${purchase} ${more}`, { desk, verify, ...dev });

/** Everything that depends on who verified, without the words that name them. */
async function lookupTold(more = '', env: Record<string, string> = { PVG_ENVIRONMENT: 'dev' }) {
  const seen = await run(`lookup ${purchase} ${more} --reply en --json`, { env });
  const { advice, verdict, reply } = json(seen) as {
    advice: string;
    verdict: { id: string; says: string; next: string };
    reply: { text: string };
  };
  const shown = await run(`lookup ${purchase} ${more}`, { env });
  return {
    ...{
      advice,
      id: verdict.id,
      next: verdict.next,
      reply: reply.text,
      mark: shown.out.slice(0, 1),
    },
    says: verdict.says,
  };
}

async function block(ticket: string) {
  const { answer: page } = json(await run(`report --case ${ticket} --json`, dev)) as unknown as {
    answer: Report;
  };
  const [first] = page.sections.flatMap((each) => (each.kind === 'subject' ? [each] : []));
  return {
    tone: first?.tone,
    badges: first?.badges,
    next: first?.next,
    headline: first?.headline ?? '',
  };
}

const written = async (ticket: string) => {
  const { status, out } = await run(`reply en --case ${ticket}`, dev);
  return { status, out };
};

/** A verify of the purchase, as somebody made it. */
const verifies: readonly (readonly [what: string, Run['verify']])[] = [
  ['a success', [200, success]],
  ['a success without a transaction id', [200, edited(success, 'transaction_id=""')]],
  ['a success of another product', [200, edited(success, 'product_id="gems_500"')]],
];

describe.each(verifies)('%s of a colleague', (_what, verify) => {
  it('before a look-up: the same mark, advice, who acts and reply as after one’s own', async () => {
    const told: Awaited<ReturnType<typeof lookupTold>>[] = [];
    for (const desk of [here, maria]) {
      team = temporaryFolder();
      await record(desk, '--case T-9', verify);
      told.push(await lookupTold('--case T-1'));
    }
    const [own, colleagues] = told;
    expect(own).toMatchObject({ advice: 'check', id: 'paid-and-recorded', mark: '!' });
    expect({ ...colleagues, says: '' }).toEqual({ ...own, says: '' });
    expect(colleagues?.says).toMatch(/maria on desk-3/);
    expect(own?.says).toMatch(/from here/);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])(
    '%s the look-up: no ✔ in the report of any ticket about the purchase',
    async (_when, isBefore) => {
      const blocks: Awaited<ReturnType<typeof block>>[] = [];
      for (const desk of [here, maria]) {
        team = temporaryFolder();
        if (isBefore) await record(desk, '--case T-9', verify);
        await run(`lookup ${purchase} --case T-1`, dev);
        await run(`lookup ${purchase} --case T-2`, dev);
        if (!isBefore) await record(desk, '--case T-9', verify);
        const [first, second] = [await block('T-1'), await block('T-2')];
        expect({ ...second, headline: '' }).toEqual({ ...first, headline: '' });
        blocks.push(first);
      }
      const [own, colleagues] = blocks;
      expect(own).toMatchObject({ tone: 'careful' });
      expect({ ...colleagues, headline: '' }).toEqual({ ...own, headline: '' });
      expect(colleagues?.headline).toMatch(/maria on desk-3/);
    },
  );

  it('after the look-up: no reply from what the look-up said', async () => {
    for (const desk of [here, maria]) {
      team = temporaryFolder();
      await run(`lookup ${purchase} --case T-1`, dev);
      await record(desk, '', verify);
      expect(await written('T-1')).toMatchObject({ status: 2, out: '' });
    }
  });
});

/** The lines of the team's journal, as they would be if the verify had ended in another way. */
function rewriteJournal(change: (line: Record<string, unknown>) => object | undefined): void {
  for (const name of readdirSync(team).filter((each) => each.endsWith('.ndjson'))) {
    const path = join(team, name);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const changed = lines.flatMap(
      (line) => change(JSON.parse(line) as Record<string, unknown>) ?? [],
    );
    writeFileSync(path, changed.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

const isAnswered = ({ command, phase }: Record<string, unknown>): boolean =>
  command === 'verify' && phase === 'answered';

/** A verify whose outcome nobody knows. */
const unclear: readonly (readonly [what: string, Run['verify']])[] = [
  ['whose answer was lost', new WireFailure('lost', 'the connection was reset')],
  ['that a proxy answered with 502', [502, '<html>']],
  ['that a page answered with 200', [200, '<html>']],
  ['that the service failed at', [502, failure('VERIFIER_ERROR')]],
];

/** What the journal has of a verify that was ended by a signal. */
const ended: Readonly<Record<string, (line: Record<string, unknown>) => object | undefined>> = {
  SIGKILL: (line) => (isAnswered(line) ? undefined : line),
  SIGTERM: (line) =>
    isAnswered(line) ? { ...line, exit: 143, verdict: null, status: null, attempts: 1 } : line,
};

const unclearVerifies = [
  ...unclear.map(([what, verify]) => ({
    what,
    make: (desk: Desk) => record(desk, '--case T-9 --retries 0', verify),
  })),
  ...Object.entries(ended).map(([signal, change]) => ({
    what: `ended by ${signal}`,
    make: async (desk: Desk) => {
      await record(desk, '--case T-9');
      rewriteJournal(change);
    },
  })),
];

describe.each(unclearVerifies)('a verify $what', ({ make }) => {
  it('before a look-up that shows a record: marked, who acts, neutral reply, report', async () => {
    for (const desk of [here, maria]) {
      team = temporaryFolder();
      const plain = await lookupTold('--case T-1');
      expect(plain).toMatchObject({ advice: 'none', mark: '✔' });
      team = temporaryFolder();
      await record(desk, '--case T-8');
      const afterSuccess = await lookupTold('--case T-1');
      team = temporaryFolder();
      await make(desk);
      const seen = await lookupTold('--case T-1');
      expect({ ...seen, says: '' }).toEqual({ ...afterSuccess, says: '' });
      expect(seen.says).toMatch(desk === here ? /from here/ : /maria on desk-3/);
      // The second look-up says the same as the first.
      expect(await lookupTold('--case T-1')).toEqual(seen);
      expect(await block('T-1')).toMatchObject({ tone: 'careful' });
      expect(await written('T-1')).toMatchObject({ status: 0, out: `${afterSuccess.reply}\n` });
    }
  });

  it('counts for what a look-up of an earlier time, or without the folder, said', async () => {
    await make(maria);
    await run(`lookup ${purchase} --case T-1`, {
      env: { PVG_ENVIRONMENT: 'dev', PVG_JOURNAL_DIR: '' },
    });
    expect(await block('T-1')).toMatchObject({ tone: 'careful' });
    await run(`lookup ${purchase} --case T-2`, { lookup: bought(never), ...dev });
    team = temporaryFolder();
    await run(`lookup ${purchase} --case T-2`, { lookup: bought(never), ...dev });
    await make(maria);
    await run(`lookup ${purchase} --case T-1`, dev);
    expect(await block('T-2')).toMatchObject({ tone: 'careful' });
    expect(await written('T-2')).toMatchObject({ status: 2, out: '' });
  });

  it('is not the record if that was there before, or was not there after it', async () => {
    const shown = bought('');
    await run(`lookup ${purchase} --case T-1`, { lookup: shown, ...dev });
    await make(maria);
    expect(await lookupTold('--case T-1')).toMatchObject({ advice: 'none', mark: '✔' });
    team = temporaryFolder();
    await make(maria);
    await run(`lookup ${purchase} --case T-1`, { lookup: bought(never), ...dev });
    expect(await lookupTold('--case T-1')).toMatchObject({ advice: 'none', mark: '✔' });
  });

  it('on prod: a confirmed verify is stopped by the record, and the hint names who', async () => {
    await make(maria);
    rewriteJournal((line) => ({ ...line, environment: 'prod' }));
    const stopped = await run(`verify ${purchase} --confirm prod --json`, {
      env: { PVG_ENVIRONMENT: 'prod' },
    });
    const { exit, error } = json(stopped) as { exit: number; error: { hint: string } };
    expect([exit, error.hint]).toEqual([7, expect.stringMatching(/maria on desk-3/)]);
  });
});

describe('a colleague’s verify', () => {
  it('that the look-up could not see, because the folder was away, counts when the journal has it', async () => {
    await record(maria, '--case T-9');
    await run(`lookup ${purchase} --case T-1`, {
      env: { PVG_ENVIRONMENT: 'dev', PVG_JOURNAL_DIR: '' },
    });
    const alone = await run('reply en --case T-1', {
      env: { PVG_ENVIRONMENT: 'dev', PVG_JOURNAL_DIR: '' },
    });
    expect(await block('T-1')).toMatchObject({ tone: 'careful' });
    const reply = await run('reply en --case T-1', dev);
    expect([reply.status, reply.out]).toEqual([0, alone.out]);
    expect([alone.err, reply.err].map((text) => text.includes('maria on desk-3'))).toEqual([
      false,
      true,
    ]);
  });

  it('is the record that a 409 is about', async () => {
    await record(maria);
    const { error } = json(
      await run(`verify ${purchase} --json`, {
        verify: [409, failure('DUPLICATE_TRANSACTION')],
        ...dev,
      }),
    ) as { error: { hint: string } };
    expect(error.hint).toMatch(/maria on desk-3.*The record is from that verify/);
  });

  it('is the record that stops a verify on prod', async () => {
    const prod = { env: { PVG_ENVIRONMENT: 'prod' } };
    const confirmed = `verify ${purchase} --confirm prod --json`;
    expect((await run(confirmed, { desk: maria, lookup: bought(never), ...prod })).status).toBe(0);
    const { exit, error } = json(await run(confirmed, prod)) as {
      exit: number;
      error: { hint: string };
    };
    expect([exit, error.hint]).toEqual([7, expect.stringMatching(/maria on desk-3/)]);
  });

  it('without a clear answer may be the record', async () => {
    await record(maria, '', [500, {}]);
    const ended = await run(`verify ${purchase} --json`, {
      verify: [409, failure('DUPLICATE_TRANSACTION')],
      ...dev,
    });
    const { error } = json(ended) as { error: { hint: string } };
    expect(error.hint).toMatch(/maria on desk-3.*The record may be from that verify/);
  });

  it('is told where a look-up has no answer', async () => {
    await record(maria);
    const failed = await run(`lookup ${purchase} --retries 0`, {
      lookup: { nothing: true },
      ...dev,
    });
    expect(failed.status).toBe(12);
    expect(failed.err).toMatch(/maria on desk-3/);
  });

  it.each(['GPA', 'T-1'])('is told by journal find of %s', async (what) => {
    await run(`lookup ${purchase} --case T-1`, dev);
    await record(maria, '--case T-9');
    await run(`lookup ${purchase} --case T-1`, dev);
    const { verdict } = json(
      await run(`journal find ${what === 'GPA' ? order : what} --json`, dev),
    ) as {
      verdict: { says: string };
    };
    expect(verdict.says).toMatch(/maria on desk-3/);
  });

  it('of another place says nothing', async () => {
    await record(maria);
    const env = { PVG_ENVIRONMENT: 'dev', PVG_GATEWAY_URL: 'https://other.example' };
    expect(await lookupTold('--case T-1', env)).toMatchObject({ advice: 'none', mark: '✔' });
  });

  it('at the same address counts in whatever environment it was made', async () => {
    await record(maria);
    const told = await lookupTold('--case T-1', { PVG_ENVIRONMENT: 'prod' });
    expect(told).toMatchObject({ advice: 'check', mark: '!' });
  });

  it('of another receipt says nothing', async () => {
    await run(
      'verify --product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX28',
      {
        desk: maria,
        ...dev,
      },
    );
    expect(await lookupTold('--case T-1')).toMatchObject({ advice: 'none', mark: '✔' });
  });

  it('that was refused records nothing', async () => {
    for (const code of ['PRODUCT_MISMATCH', 'DUPLICATE_TRANSACTION'])
      await record(maria, '', [code === 'PRODUCT_MISMATCH' ? 422 : 409, failure(code)]);
    expect(await lookupTold('--case T-1')).toMatchObject({ advice: 'none', mark: '✔' });
  });

  it('counts for an assistant’s profile of the same place, without the colleague’s name', async () => {
    await record(maria, '--case T-9');
    const home = homes.get(here) ?? '';
    const add =
      'profile add shop --environment dev --gateway-url https://service.example --client-id client';
    await pvg(`${add} --client-secret-file - --no-input`, { home, stdin: 'a-secret-of-the-test' });
    const context = testContext({
      ...{ home, account: here, env: { PVG_JOURNAL_DIR: team } },
      send: () => Promise.resolve(answer(200, bought(''))),
    });
    const asked = Object.create(context, {
      assistant: { value: { profiles: ['shop'] } },
    }) as TestContext;
    expect(await runProgram(asked, words(`lookup ${purchase} -p shop --json`))).toBe(0);
    const printed = JSON.parse(context.stdout.text()) as {
      advice: string;
      verdict: { says: string };
    };
    expect(printed.advice).toBe('check');
    expect(printed.verdict.says).toMatch(/verified by a colleague/);
    expect(context.stdout.text() + context.stderr.text()).not.toMatch(/maria|desk-3/);
  });
});

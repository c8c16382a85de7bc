import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** An order id that was given and never looked up has its page, with what is known: since when, from whom, and earlier calls. */

const orderId = 'GPA.9999-8888-7777-66666';
const known = 'GPA.1191-7455-9691-88468';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (line: string, stdin = '') => pvg(line, { home, stdin, columns: 400 });

interface Section {
  readonly kind: string;
  readonly subject?: { readonly name: string };
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

interface Report {
  readonly case: string | null;
  readonly lead: string;
  readonly sections: readonly Section[];
}

async function report(what: string): Promise<Report> {
  return json(await run(`report ${what} --json`))['answer'] as unknown as Report;
}

const factOf = (section: Section | undefined, label: string): string =>
  section?.facts?.find((fact) => fact.label === label)?.value ?? '';

const masked = `{"orderId":"${orderId}","packageName":"com.example.game","productId":"gems_100","purchaseToken":"kdjm****jTi8"}`;

describe.each([
  ['an order id alone was refused', `lookup ${orderId} -p local --case T-1`, ''],
  ['a paste with a masked receipt was refused', 'lookup - -p local --case T-1', masked],
  [
    'the reply that asks for its receipt was printed',
    `reply en --for need-receipt --order-id ${orderId} --case T-1`,
    '',
  ],
])('where %s', (_what, line, stdin) => {
  beforeEach(async () => {
    await run(line, stdin);
  });

  it.each([`${orderId}`, '--case T-1'])(
    '`pvg report %s` is the page of the ticket',
    async (what) => {
      const { case: caseId, sections } = await report(what);
      expect(caseId).toBe('T-1');
      expect(sections[0]).toMatchObject({ kind: 'open', subject: { name: orderId } });
      expect(factOf(sections[0], 'Order id')).toBe(orderId);
      expect(factOf(sections[0], 'Given')).toMatch(/^2026-.* UTC by agent on desk-7$/);
    },
  );
});

it('a ticket that has other purchases has its whole page', async () => {
  await run(`lookup ${demo('demo-recorded')} --case T-1`);
  await run(`lookup ${orderId} -p local --case T-1`);
  const { sections } = await report(orderId);
  expect(sections.map(({ kind }) => kind)).toContain('subject');
});

it('the page of one ticket of several names the others', async () => {
  for (const ticket of ['T-1', 'T-2']) await run(`lookup ${orderId} -p local --case ${ticket}`);
  const found = await report(orderId);
  const [other] = ['T-1', 'T-2'].filter((ticket) => ticket !== found.case);
  expect(found.lead).toContain(other);
});

it('the page of an order names each of its other tickets, also the one that looked it up', async () => {
  await run(`lookup ${demo('demo-recorded')} --case T-1`);
  await run(`lookup ${demo('demo-recorded')} --case T-2`);
  await run(`lookup ${known} -p local --case T-3`);
  const { case: caseId, lead } = await report(known);
  const others = ['T-1', 'T-2', 'T-3'].filter((ticket) => ticket !== caseId);
  expect(others).toHaveLength(2);
  for (const ticket of others) expect(lead).toContain(`--case ${ticket}`);
});

it('the page of an order id that another ticket looked up has that call', async () => {
  await run(`lookup ${demo('demo-recorded')} --case T-9`);
  await run(`lookup ${known} -p local --case T-1`);
  const [first] = (await report('--case T-1')).sections;
  expect(factOf(first, 'Earlier call')).toMatch(/by agent on desk-7 for T-9: Paid/);
});

it('an order id that nobody gave leads to the reply about it', async () => {
  const { status, err } = await run(`report ${orderId}`);
  expect(status).toBe(2);
  expect(err).toMatch(new RegExp(`Next: pvg reply .* --for need-receipt --order-id ${orderId}\n$`));
});

describe('the page of an order says where the rest of it is', () => {
  beforeEach(async () => {
    await run(`lookup ${demo('demo-purchased')} --order-id ${orderId} --case T-1`);
  });

  it('in the ticket in which it was refused', async () => {
    await run(`lookup ${orderId} -p local --case T-2`);
    const { case: caseId, lead } = await report(orderId);
    expect([caseId, lead]).toEqual(['T-1', expect.stringContaining('`pvg report --case T-2`')]);
    expect((await report('--case T-1')).lead).not.toContain('T-2');
  });

  it('in lines without a ticket', async () => {
    await run(`reply en --for need-receipt --order-id ${orderId}`);
    expect((await report(orderId)).lead).toContain(`\`pvg journal find ${orderId}\``);
  });

  it('and names no ticket without a line about it', async () => {
    await run(`lookup ${known} -p local --case T-3`);
    expect((await report(orderId)).lead).not.toMatch(/T-3|journal find/);
  });
});

describe('an order id that was read from a picture', () => {
  const misread = '6PA.9999-8888-7777-66666';
  const inBackquotes = /`pvg ([^`]+)`/g;

  interface Headed extends Section {
    readonly headline: string;
    readonly next: string;
  }
  const firstSection = async (): Promise<Headed> =>
    (await report('--case T-1')).sections[0] as Headed;

  beforeEach(async () => {
    await run('lookup - -p local --case T-1', `Order: ${misread}`);
  });

  it('is probable on the page, and not the name of the purchase', async () => {
    const section = await firstSection();
    expect(section.headline).toMatch(/probable order id/);
    expect(section.subject?.name).toBe('');
    expect(factOf(section, 'Probable order id')).toBe(orderId);
    expect(factOf(section, 'Order id')).toBe('');
  });

  it('the commands of the page work, and nothing contradicts them', async () => {
    const { next } = await firstSection();
    const commands = [...next.matchAll(inBackquotes)].map(([, command = '']) => command);
    expect(commands).toHaveLength(2);
    // The player is asked first, and then the order is known.
    for (const command of commands.toReversed()) {
      const { status, err } = await run(command.replace('<language>', 'vi'));
      expect([status, err]).toEqual([0, expect.not.stringMatching(/that the ticket has/)]);
    }
  });

  it('`pvg reply` leads to the reply that asks for it, which confirms nothing', async () => {
    const { err } = await run('reply vi --case T-1');
    const [, command = ''] = /Next: pvg (.*)/.exec(err) ?? [];
    expect(command).toBe('reply vi --for need-order-id --case T-1');
    const asked = await run(command);
    expect([asked.status, asked.err]).toEqual([0, expect.not.stringContaining(orderId)]);
    expect((await firstSection()).headline).toMatch(/probable order id/);
  });

  it('is known once somebody confirmed it', async () => {
    await run(`reply vi --for need-receipt --order-id ${orderId} --case T-1`);
    const section = await firstSection();
    expect(section.subject?.name).toBe(orderId);
    expect(factOf(section, 'Order id')).toBe(orderId);
    const { err } = await run('reply vi --for need-order-id --case T-1');
    expect(err).toContain(`that the ticket has: ${orderId}`);
  });
});

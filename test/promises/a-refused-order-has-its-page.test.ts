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

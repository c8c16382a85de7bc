import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A typed order id may be wrong. If the pasted text has another one, a person compares them before any text for the player names one. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const typed = 'GPA.3341-9087-1120-55617';
const named = 'GPA.3341-9087-1120-55671';

const refuse = (line: string, stdin: string) =>
  pvg(`lookup - ${line} --profile local`, { home, stdin, columns: 4000 });

interface Remark {
  readonly id: string;
  readonly order_ids: readonly string[];
  readonly situation: string | null;
}

async function remarksOf(ticket: string): Promise<readonly Remark[]> {
  const { out } = await pvg(`journal find ${ticket} --json`, { home });
  return (JSON.parse(out) as { answer: { remarks: readonly Remark[] } }).answer.remarks;
}

async function replyText(line: string): Promise<string> {
  return (await pvg(`reply en ${line}`, { home })).out;
}

describe('a typed order id that the text does not have', () => {
  it.each([
    ['an order of Google', `Where are my gems? ${named}`, typed, named],
    ['a number of Apple', 'MQ1ABCD2EF', 'MQ1ABCD2EE', 'MQ1ABCD2EF'],
  ])('%s: both are named, and no reply is proposed', async (_what, text, wrong, right) => {
    const result = json(await refuse(`--order-id ${wrong} --case T-1 --json`, text));
    expect(result.error).toMatchObject({
      says: expect.stringContaining(wrong) as string,
      hint_command: 'pvg lookup - --profile local --case T-1',
    });
    expect(JSON.stringify(result.error)).toContain(right);
    expect(result.asks).not.toHaveProperty('situation');
    const [remark] = await remarksOf('T-1');
    expect(remark).toMatchObject({ order_ids: [right], situation: null });
  });

  it('is not in the reply, or in the page of the ticket as an order', async () => {
    await refuse(`--order-id ${typed} --case T-1`, named);
    await refuse('--case T-1', named);
    const reply = await replyText('--for need-receipt --case T-1');
    expect(reply).toContain(named);
    expect(reply).not.toContain(typed);
    const { out } = await pvg('report --case T-1', { home });
    expect(out).toContain(`## Purchase \`${named}\``);
    expect(out).not.toContain(`\`${typed}\``);
  });

  it('is no doubt if the text has it too, or has none that is certain', async () => {
    const inText = json(await refuse(`--order-id ${typed} --json`, `${named} and ${typed}`));
    expect(inText.asks).toMatchObject({ situation: 'need-receipt' });
    const fromPicture = await refuse(`--order-id ${typed} --case T-2`, '6PA.3341-9O87-1120-55671');
    expect(fromPicture.status).toBe(2);
    expect((await remarksOf('T-2'))[0]?.order_ids).toContain(typed);
  });

  it('leads to the typed look-up with its report and its languages', async () => {
    const { err } = await refuse(`--order-id ${typed} --case T-1 --reply ko`, named);
    expect(err).toContain('\nNext: pvg lookup - --profile local --case T-1 --reply ko\n');
  });
});

describe('an order that was moved to another ticket', () => {
  let seconds = 0;
  const later = (line: string) => {
    seconds += 1;
    const atMs = Date.parse('2026-11-21T14:00:00Z') + seconds * 1000;
    return pvg(line, { home, now: () => atMs });
  };
  const nextReply = async (): Promise<string> =>
    (await later('reply en --for need-receipt --case T-1')).out;

  beforeEach(async () => {
    await later(`lookup ${typed} --case T-1`);
    await nextReply();
  });

  const moveRefusal = async (): Promise<void> => {
    const [refusal] = await remarksOf('T-1');
    const moved = await later(`journal move ${refusal?.id ?? ''} --case MISTYPED`);
    expect(moved.status).toBe(0);
  };

  it('is not in the next reply, although an earlier one named it', async () => {
    await moveRefusal();
    await later(`lookup ${named} --case T-1`);
    const reply = await nextReply();
    expect(reply).toContain(named);
    expect(reply).not.toContain(typed);
  });

  it('is the ticket’s again if somebody names it later', async () => {
    await moveRefusal();
    await later(`reply en --for need-receipt --order-id ${typed} --case T-1`);
    expect(await nextReply()).toContain(typed);
  });
});

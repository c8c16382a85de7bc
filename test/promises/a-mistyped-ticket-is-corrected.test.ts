import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

interface Line {
  readonly id: string;
  readonly command: string;
  readonly text?: string | null;
}

interface Answer {
  readonly entries: readonly Line[];
  readonly replies: readonly Line[];
  readonly remarks: readonly Line[];
}

describe('a move says what stays, and anything can follow', () => {
  const team = (): Record<string, string> => ({ PVG_JOURNAL_DIR: join(home, 'team') });

  beforeEach(async () => {
    mkdirSync(join(home, 'team'));
    const env = team();
    await pvg(`lookup ${demo('demo-recorded')} --case T-1O --reply en`, { home, env });
    await pvg('lookup --profile local MQ1ABCD2EF --case T-1O', { home, env });
    await pvg("journal note --case T-1O 'mine'", { home, env });
    await pvg('reply en --for refund --case T-1O', { home, env });
    const account = { user: 'maria', host: 'desk-9' };
    const other = { home: temporaryFolder(), env, account };
    await pvg("journal note --case T-1O 'hers'", other);
  });

  const answerOf = async (line: string): Promise<Record<string, unknown>> => {
    const result = json(await pvg(`${line} --json`, { home, env: team() }));
    expect(result['exit']).toBe(0);
    return result['answer'] as Record<string, unknown>;
  };
  const textsOf = async (ticket: string): Promise<unknown[]> => {
    const { entries, replies, remarks } = (await answerOf(
      `journal find ${ticket}`,
    )) as unknown as Answer;
    return [...entries, ...replies, ...remarks]
      .filter(({ command }) => command !== 'move')
      .map(({ command, text }) => (command === 'note' ? text : command))
      .sort();
  };

  it('of a call: the call and its reply go', async () => {
    expect(await answerOf('journal move --last --case T-10')).toMatchObject({
      lines: 2,
      stays: {
        own: { call: 0, reply: 1, note: 1, refusal: 1 },
        others: { call: 0, reply: 0, note: 1, refusal: 0 },
      },
    });
    expect(await textsOf('T-1O')).toEqual(['hers', 'mine', 'refusal', 'reply']);
    const { err, out } = await pvg('journal move --last --case T-11', { home, env: team() });
    expect(err + out).not.toContain('still has');
  });

  it('of a ticket: everything of one’s own goes', async () => {
    expect(await answerOf('journal move t-1o --case T-10')).toMatchObject({
      lines: 5,
      stays: { own: { call: 0, reply: 0, note: 0, refusal: 0 }, others: { note: 1 } },
    });
    expect(await textsOf('T-1O')).toEqual(['hers']);
    expect(await textsOf('T-10')).toEqual(['lookup', 'mine', 'refusal', 'reply', 'reply']);
    const page = await pvg('report --case T-10', { home, env: team() });
    expect(page.out).toContain('5 lines');
    expect((await pvg('journal move T-1O --case T-10', { home, env: team() })).status).not.toBe(0);
  });

  it.each([
    ['note', 'mine'],
    ['refusal', 'refusal'],
    ['reply', 'reply'],
  ])('of a %s alone', async (kind, text) => {
    const { replies, remarks } = (await answerOf('journal find T-1O')) as unknown as Answer;
    const own = [...replies, ...remarks].find(
      (line) => line.command === kind && line.text !== 'hers',
    );
    await answerOf(`journal move ${String(own?.id)} --case T-10`);
    expect(await textsOf('T-10')).toEqual([text]);
    expect(await answerOf('journal list --case T-10 --count')).toMatchObject({ total: 2 });
    expect(await textsOf('T-1O')).toHaveLength(5);
    const { out } = await pvg('report --case T-1O', { home, env: team() });
    expect(out.includes('mine')).toBe(kind !== 'note');
    expect((await answerOf('journal list --count'))['total']).toBe(7);
  });

  it('a look-up for another ticket leads to what colleagues wrote for both', async () => {
    const env = team();
    const lookup = `lookup ${demo('demo-recorded')} --case T-99`;
    await pvg("journal note --case T-10 'mine alone'", { home, env });
    const words = { home, env, columns: 4000 };
    await pvg('journal move --last --case T-10', words);
    const listT10 = 'pvg journal list --case T-10';
    const { out } = await pvg(lookup, words);
    expect(out).toContain('T-10, has 1 note.');
    expect(out).toContain(`What was written for T-10: \`${listT10}\``);
    expect(out).toContain('T-1O, has 2 notes');
    expect(out).toContain('Next: pvg journal list --case T-1O\n');
    const account = { user: 'maria', host: 'desk-9' };
    await pvg("journal note --case T-10 'call the player'", {
      home: temporaryFolder(),
      env,
      account,
    });
    expect((await pvg(lookup, words)).out).toContain(`Next: ${listT10}\n`);
    const alone = { ...words, home: temporaryFolder(), env: {} };
    expect((await pvg(lookup, alone)).out).not.toContain('has 1 note');
  });

  it.each(['a note of a colleague', 'a move'])('not of %s', async (what) => {
    await answerOf('journal move --last --case T-10');
    const { remarks } = (await answerOf('journal find T-1O')) as unknown as Answer;
    const isWanted = (line: Line): boolean =>
      what === 'a move' ? line.command === 'move' : line.text === 'hers';
    const line = remarks.find(isWanted);
    const moved = await pvg(`journal move ${String(line?.id)} --case T-12`, { home, env: team() });
    expect(moved.status).not.toBe(0);
    expect(await textsOf('T-12')).toEqual([]);
  });
});

describe('a ticket from which all was moved', () => {
  beforeEach(async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1O`, { home });
    await pvg('journal move T-1O --case T-10', { home });
  });

  it('leads from its page to the other ticket', async () => {
    const { answer } = json(await pvg('report --case T-1O --json', { home })) as {
      answer: { sections: readonly Record<string, unknown>[] };
    };
    expect(answer.sections[0]).toMatchObject({
      kind: 'open',
      headline: expect.stringMatching(/moved to T-10\.$/) as unknown,
      next: expect.stringContaining('`pvg report --case T-10`') as unknown,
    });
    expect(JSON.stringify(answer)).not.toMatch(/Nothing was looked up|Ask the/);
  });

  it('says so when it is to be moved again', async () => {
    const { status, err } = await pvg('journal move T-1O --case T-10', { home, columns: 400 });
    expect(status).toBe(2);
    expect(err).toMatch(/moved to T-10 already\.[\s\S]*Next: pvg report --case T-10\n$/);
    expect(err).not.toContain('Only whoever wrote');
  });

  it('and not of a ticket that never had a line', async () => {
    const { err } = await pvg('journal move T-77 --case T-10', { home, columns: 400 });
    expect(err).toContain('Only whoever wrote a line can move it');
  });

  it('nor once the ticket has something again', async () => {
    await pvg('lookup --profile local GPA.9999-8888-7777-66666 --case T-1O', { home });
    const { answer } = json(await pvg('report --case T-1O --json', { home })) as {
      answer: { sections: readonly { headline?: string }[] };
    };
    expect(answer.sections[0]?.headline).toMatch(/receipt is missing/);
  });
});

import { describe, expect, it } from 'vitest';
import { judgementWords } from '../../../src/listen/judgement.js';
import { explainTerm } from '../../../src/support/explain/explain.js';
import { findOwnVerdict, ownVerdicts } from '../../../src/support/explain/own-verdicts.js';
import { pvg } from '../../helpers/pvg.js';

const ids = ownVerdicts.flatMap(({ verdicts }) => Object.keys(verdicts));

describe('a result of pvg’s own', () => {
  it.each(ids)('is explained by its id: %s', (id) => {
    expect(explainTerm(id)).toMatchObject({ asked: id, isKnown: true });
  });

  it('has one meaning, whichever command gives it', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is explained if `listen` can give it', () => {
    expect(Object.keys(judgementWords).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(Object.entries(judgementWords))('%s is explained by its word: %j', (id, { word }) => {
    expect(findOwnVerdict(word)).toEqual(findOwnVerdict(id));
    expect(explainTerm(word).isKnown).toBe(true);
  });

  it.each([
    ['diagnose', 'diagnose --json --profile local --interface session --body {} --signature ab'],
    ['doctor', 'doctor --json'],
    ['journal find', 'journal find GPA.1234-5678-9012-34567 --json'],
  ])('is explained as `pvg %s` gives it', async (command, line) => {
    const { out } = await pvg(line);
    const { verdict } = JSON.parse(out) as { verdict: { id: string } };
    expect(
      Object.keys(ownVerdicts.find((each) => each.command === command)?.verdicts ?? {}),
    ).toContain(verdict.id);
  });
});

describe('several causes, as a diagnosis prints them', () => {
  it('are explained together', async () => {
    const { status, out } = await pvg(['explain-error', 'layout-order + out-base64']);
    expect(status).toBe(0);
    expect(out).toContain('layout-order:');
    expect(out).toContain('out-base64:');
  });

  it.each(['layout-order + nothing', 'layout-order + out-nothing'])(
    'are none if one of them is unknown: %s',
    async (text) => {
      expect((await pvg(['explain-error', text])).status).toBe(2);
    },
  );
});

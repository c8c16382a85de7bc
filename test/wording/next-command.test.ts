import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/interfaces.js';
import type { Outcome, OutcomeKind } from '../../src/service/outcome.js';
import type { NextStep } from '../../src/service/outcome.js';
import { placeholder, type TypedOptions } from '../../src/text/shell.js';
import {
  commandLineFor,
  lookupLineOf,
  nextCommandFor,
  reportFileName,
} from '../../src/wording/next-command.js';
import { outcomeOf } from '../helpers/judged.js';

const receipt: TypedOptions = [['--receipt', placeholder('RECEIPT')]];

describe('the same again', () => {
  const typedOptions: TypedOptions = [
    ['--case', 'T-1'],
    ...receipt,
    ['--profile', 'game-dev'],
    ['--json'],
    ['--package', 'com.example.game'],
    ['--confirm', 'game-dev'],
    ['--username', 'player-42'],
    ['--product-id', 'gems 100'],
  ];
  const purchase = `--product-id 'gems 100' --package com.example.game --receipt "$RECEIPT"`;
  const rest = '--json --profile game-dev --case T-1';
  it.each<[string, ...Parameters<typeof commandLineFor>]>([
    [`pvg lookup ${purchase} ${rest}`, 'lookup', typedOptions],
    [`pvg session --username player-42 ${rest}`, 'session', typedOptions],
    ['pvg doctor --online --profile game-dev', 'doctor', typedOptions, { '--online': undefined }],
    [
      `pvg session --username player-42 --check ${rest}`,
      'session',
      typedOptions,
      { '--check': undefined },
    ],
    [
      `pvg session --username 'it'\\''s' ${rest}`,
      'session',
      typedOptions,
      { '--username': `it's` },
    ],
    ['pvg lookup --body @order.json', 'lookup', [['--body', '@order.json']]],
    ['pvg lookup --body "@$BODY_FILE"', 'lookup', [['--body', placeholder('@BODY_FILE')]]],
    [`pvg lookup --product-id '$(reboot)'`, 'lookup', [['--product-id', '$(reboot)']]],
    [`pvg lookup --product-id ''`, 'lookup', [['--product-id', '']]],
    ['pvg lookup', 'lookup', []],
  ])('%s', (line, ...given) => {
    expect(commandLineFor(...given)).toBe(line);
  });

  it('of another source', () => {
    expect(lookupLineOf('@mail.txt', [['--case', 'T-1']])).toBe('pvg lookup @mail.txt --case T-1');
  });
});

describe('the next command', () => {
  const place = {
    typedOptions: receipt,
    journalId: '20260921T141320Z-000001',
    hasPage: false,
    languages: [],
  };
  const report = 'pvg report --last --out 20260921T141320Z-000001.html';
  const unkept = { journalId: undefined };
  const ios = { subject: { osId: 2 } };
  type Given = Partial<Parameters<typeof nextCommandFor>[1]> & Partial<Pick<Outcome, 'subject'>>;
  const next = (outcome: Outcome, { subject = {}, ...given }: Given = {}): string =>
    nextCommandFor({ ...outcome, subject }, { ...place, nextStep: outcome.nextStep, ...given });
  // The transcripts have the others.
  it.each<[Operation, OutcomeKind, string, Given]>([
    ['lookup', 'paid-and-recorded', 'pvg lookup --receipt "$RECEIPT" --json', unkept],
    ['lookup', 'not-confirmed', 'pvg profile list', { nextStep: 'profiles' }],
    [
      'lookup',
      'lost',
      'pvg doctor --online --profile p',
      { typedOptions: [...receipt, ['--profile', 'p']] },
    ],
    ['verify', 'unclear', 'pvg lookup --receipt "$RECEIPT"', {}],
    ['verify', 'own-duplicate', 'pvg lookup --receipt "$RECEIPT"', {}],
    ['verify', 'lost', report, ios],
    ['verify', 'lost', 'pvg reply "$REPLY_LANGUAGE" --for ios', { ...ios, ...unkept }],
    ['verify', 'lost', 'pvg reply ko --for ios', { ...ios, ...unkept, languages: ['ko'] }],
    ['verify', 'broken', 'pvg doctor --online', ios],
    ['session', 'completed', 'pvg session --json', { typedOptions: [], ...unkept }],
    [
      'session',
      'not-completed',
      'pvg session --username x --check',
      { typedOptions: [['--username', 'x']] },
    ],
    ['session', 'not-completed', report, { typedOptions: [['--check']] }],
  ])('after a %s that is %s: %s, with %j', (operation, kind, line, at) => {
    expect(next(outcomeOf(operation, kind), at)).toBe(line);
  });

  it.each<[string | undefined, string]>([
    ['PRODUCT_MISMATCH', 'PRODUCT_MISMATCH'],
    ['HTTP_422', '422'],
    ['rate_limited', '422'],
    ['$(reboot)', '422'],
    ['--last', '422'],
    ['A\u001b[2J', '422'],
    ['A'.repeat(65), '422'],
    ['hushAEuhp4KnSzQ9dX27', '422'],
    [undefined, '422'],
  ])('explains %j by %s', (code, word) => {
    expect(next(outcomeOf('verify', 'refused', { code, status: 422 }))).toBe(
      `pvg explain-error ${word}`,
    );
  });

  it('takes over no secret, receipt or confirmation, whatever the step', () => {
    const options = ['--confirm', '--field', '--query', '--player-id'] as const;
    const typed = options.map((option) => [option, 'hush'] as const);
    const outcome = outcomeOf('verify', 'verified');
    const steps: NextStep[] = [
      'report',
      'lookup',
      'explain',
      'explain-last',
      'check',
      'doctor',
      'profiles',
    ];
    for (const nextStep of steps)
      for (const journalId of [undefined, 'id'])
        expect(next(outcome, { typedOptions: typed, nextStep, journalId })).not.toContain('hush');
  });

  it.each([
    ['T-1', 'T-1.html'],
    ['2026.7_a', '2026.7_a.html'],
    ['../T-1', 'ticket.html'],
    ['-T', 'ticket.html'],
    [undefined, 'ticket.html'],
  ])('has for the ticket %j the page %s', (caseId, page) => {
    expect(reportFileName(caseId)).toBe(page);
  });
});

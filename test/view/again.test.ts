import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/interfaces.js';
import type { Kind } from '../../src/service/outcome.js';
import type { Step } from '../../src/service/policy.js';
import { placeholder, type Typed } from '../../src/text/shell.js';
import { again, nextLine, pageName } from '../../src/view/again.js';
import { outcomeOf } from '../support/judged.js';

const receipt: Typed = [['--receipt', placeholder('RECEIPT')]];

describe('the same again', () => {
  const typed: Typed = [
    ['--case', 'T-1'],
    ...receipt,
    ['--profile', 'game-dev'],
    ['--json'],
    ['--package', 'com.example.game'],
    ['--confirm', 'game-dev'],
    ['--username', 'player-42'],
    ['--product-id', 'gems 100'],
  ];
  it.each<[string, ...Parameters<typeof again>]>([
    [
      `pvg lookup --product-id 'gems 100' --package com.example.game --receipt "$RECEIPT" --json --profile game-dev --case T-1`,
      ...(['lookup', typed] as const),
    ],
    ['pvg session --username player-42 --json --profile game-dev --case T-1', 'session', typed],
    ['pvg doctor --profile game-dev', 'doctor', typed],
    ['pvg doctor --online --profile game-dev', 'doctor', typed, { '--online': undefined }],
    ['pvg report --last --case T-1', 'report', typed, { '--last': undefined }],
    ['pvg report T-9 --case T-1', 'report', typed, {}, 'T-9'],
    [
      'pvg session --username player-42 --check --json --profile game-dev --case T-1',
      'session',
      typed,
      { '--check': undefined },
    ],
    [
      `pvg session --username 'it'\\''s' --json --profile game-dev --case T-1`,
      'session',
      typed,
      { '--username': `it's` },
    ],
    ['pvg lookup --body @order.json', 'lookup', [['--body', '@order.json']]],
    ['pvg lookup --body "@$BODY_FILE"', 'lookup', [['--body', placeholder('@BODY_FILE')]]],
    [`pvg lookup --product-id '$(reboot)'`, 'lookup', [['--product-id', '$(reboot)']]],
    [`pvg lookup --product-id ''`, 'lookup', [['--product-id', '']]],
    ['pvg lookup', 'lookup', []],
  ])('%s', (line, ...given) => {
    expect(again(...given)).toBe(line);
  });
});

describe('the next command', () => {
  const place = { typed: receipt, canLookUp: true, keptId: '20260921T141320Z-000001' };
  const report = 'pvg report --last --out 20260921T141320Z-000001.html';
  const [lookup, kept] = ['pvg lookup --receipt "$RECEIPT"', 'pvg journal show 20260921T141320Z-000001'];
  it.each<[Operation, Kind, Partial<Parameters<typeof nextLine>[1]>, string]>([
    ['lookup', 'paid-and-recorded', {}, report],
    ['lookup', 'paid-and-recorded', { typed: [['--case', 'T-1']] }, 'pvg report --case T-1 --out T-1.html'],
    ['lookup', 'paid-and-recorded', { typed: [['--report', 'x.html']] }, kept],
    [
      'lookup',
      'paid-and-recorded',
      { typed: [...receipt, ['--reply', 'en']], keptId: undefined },
      `${lookup} --json`,
    ],
    ['lookup', 'paid-recorded-elsewhere', {}, 'pvg profile list'],
    ['lookup', 'not-confirmed', {}, 'pvg explain-error VERIFICATION_FAILED'],
    ['lookup', 'not-confirmed', { step: 'profiles' }, 'pvg profile list'],
    ['lookup', 'foreign', {}, 'pvg doctor --online'],
    ['lookup', 'lost', { typed: [...receipt, ['--profile', 'p']] }, 'pvg doctor --online --profile p'],
    ['verify', 'verified', {}, lookup],
    ['verify', 'unclear', {}, lookup],
    ['verify', 'own-duplicate', {}, lookup],
    ['verify', 'lost', { canLookUp: false }, report],
    ['verify', 'lost', { canLookUp: false, keptId: undefined }, 'pvg reply en --for ios'],
    ['verify', 'broken', { canLookUp: false }, 'pvg doctor --online'],
    ['verify', 'refused', {}, 'pvg explain-error CODE'],
    ['session', 'completed', { typed: [], keptId: undefined }, 'pvg session --json'],
    ['session', 'not-completed', { typed: [['--username', 'x']] }, 'pvg session --username x --check'],
    ['session', 'not-completed', { typed: [['--check']] }, report],
  ])('after a %s that is %s, with %j: %s', (operation, kind, at, line) => {
    expect(nextLine(outcomeOf(operation, kind), { ...place, ...at })).toBe(line);
  });

  it.each<[string | undefined, string]>([
    ['PRODUCT_MISMATCH', 'PRODUCT_MISMATCH'],
    ['$(reboot)', '422'],
    ['--last', '422'],
    ['A\u001b[2J', '422'],
    ['A'.repeat(65), '422'],
    ['hushAEuhp4KnSzQ9dX27', '422'],
    [undefined, '422'],
  ])('explains %j by %s', (code, word) => {
    expect(nextLine(outcomeOf('verify', 'refused', { code, status: 422 }), place)).toBe(
      `pvg explain-error ${word}`,
    );
  });

  it('takes over no secret, receipt or confirmation, whatever the step', () => {
    const typed: Typed = [
      ['--confirm', 'hush'],
      ['--field', 'hush=1'],
      ['--query', 'hush'],
      ['--player-id', 'hush'],
    ];
    const steps: Step[] = ['report', 'lookup', 'explain', 'explain-rejection', 'check', 'doctor', 'profiles'];
    for (const step of steps)
      for (const keptId of [undefined, 'id'])
        expect(nextLine(outcomeOf('verify', 'verified'), { ...place, typed, step, keptId })).not.toContain(
          'hush',
        );
  });

  it.each<[string | undefined, string]>([
    ['T-1', 'T-1.html'],
    ['2026.7_a', '2026.7_a.html'],
    ['../T-1', 'ticket.html'],
    ['-T', 'ticket.html'],
    ['', 'ticket.html'],
    [undefined, 'ticket.html'],
  ])('has for the ticket %j the page %s', (caseId, page) => {
    expect(pageName(caseId)).toBe(page);
  });
});
